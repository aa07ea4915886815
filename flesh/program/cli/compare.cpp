// SPDX-License-Identifier: Apache-2.0
// cardon compare
#include "report/compare.hpp"

#include <fmt/format.h>

#include <cardon/thorn/error.hpp>

#include "base/print_text.hpp"
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
    return "Compare two runs: checksums, norms, first difference";
  }
  std::vector<std::string> examples() const override {
    return {"cardon compare runs/quickstart/0001 runs/quickstart/0002",
            "cardon compare one-rank four-ranks"};
  }
  void declare(CLI::App& app) override {
    app.add_option("RUNS", runs_, "Two run folders, or a folder of runs for its last one")
        ->type_name("RUN");
    add_thorn_path(app, thorn_path_);
  }
  int execute() override {
    if (runs_.size() != 2)
      throw Error(Problem{.slug = "cli/usage",
                          .message = fmt::format("two runs are compared, {} given", runs_.size()),
                          .help = "cardon compare RUN RUN"});
    const auto reader = make_field_reader(thorn_path_);
    const Comparison comparison =
        compare_runs(find_run(runs_[0]), find_run(runs_[1]), reader.get());
    print_text(comparison_text(comparison));
    return comparison_exit_code(comparison);
  }

 private:
  std::vector<std::string> runs_;
  std::vector<std::string> thorn_path_;
};

}  // namespace

std::unique_ptr<Verb> make_compare_verb() { return std::make_unique<CompareVerb>(); }

}  // namespace cardon::cli
