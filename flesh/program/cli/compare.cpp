// SPDX-License-Identifier: Apache-2.0
// cardon compare
#include "report/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>

#include "console/print_text.hpp"
#include "field_reader.hpp"
#include "input_arguments.hpp"
#include "run_folders.hpp"
#include "verb.hpp"

namespace cardon::cli {
namespace {

class CompareVerb : public Verb {
 public:
  std::string name() const override { return "compare"; }
  std::string summary() const override {
    return "Compare runs: checksums, norms, first difference; exactly or within a tolerance";
  }
  std::vector<std::string> examples() const override {
    return {"cardon compare runs/quickstart/0001 runs/quickstart/0002",
            "cardon compare reference new-compiler new-machine --relative 1e-10"};
  }
  void declare(CLI::App& app) override {
    app.add_option("RUNS", runs_,
                   "Run folders, or folders of runs for their last one; the first one is compared "
                   "with each of the others")
        ->type_name("RUN");
    app.add_option("--relative", tolerance_.relative,
                   "Values agree if their difference is at most this times the larger magnitude")
        ->check(above_zero());
    app.add_option("--absolute", tolerance_.absolute,
                   "Values agree if their difference is at most this; added to --relative")
        ->check(above_zero());
    add_thorn_path(app, thorn_path_);
  }
  int execute() override {
    if (runs_.size() < 2)
      throw Error(Problem{.slug = "cli/usage",
                          .message = fmt::format("two runs are compared, {} given", runs_.size()),
                          .help = "cardon compare RUN RUN"});
    const auto reader = make_field_reader(thorn_path_);
    const std::filesystem::path reference = find_run(runs_[0]);
    int code = exit_finished;
    for (std::size_t n = 1; n < runs_.size(); ++n) {
      const Comparison comparison =
          compare_runs(reference, find_run(runs_[n]), reader.get(), tolerance_);
      print_text((n > 1 ? "\n" : "") + comparison_text(comparison));
      code = std::max(code, comparison_exit_code(comparison));
    }
    return code;
  }

 private:
  std::vector<std::string> runs_;
  Tolerance tolerance_;
  std::vector<std::string> thorn_path_;
};

}  // namespace

std::unique_ptr<Verb> make_compare_verb() { return std::make_unique<CompareVerb>(); }

}  // namespace cardon::cli
