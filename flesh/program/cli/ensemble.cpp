// SPDX-License-Identifier: Apache-2.0
// cardon ensemble
#include <cardon/thorn/error.hpp>

#include "build_facts.hpp"
#include "ensemble/ensemble_command.hpp"
#include "ensemble/partner_commands.hpp"
#include "failure.hpp"
#include "input_arguments.hpp"
#include "python_command.hpp"
#include "run/commands.hpp"
#include "verb.hpp"

namespace cardon::cli {
namespace {

class EnsembleVerb : public Verb {
 public:
  std::string name() const override { return "ensemble"; }
  std::string summary() const override {
    return "Run a parameter study as master and workers, on one site or several";
  }
  std::vector<std::string> examples() const override {
    return {"cardon ensemble study.yaml --dry-run", "cardon ensemble study.yaml --out runs/study"};
  }
  void declare(CLI::App& app) override {
    app.add_option("FILE", options_.file, "Description of the ensemble")->option_text(needed);
    app.add_option("--out", options_.out, "Folder of the runs; default: runs/FILE-ensemble")
        ->type_name("FOLDER");
    app.add_flag("--dry-run", options_.dry_run, "Check and list all members without starting them");
    app.add_flag("--retry-failed", options_.retry_failed, "Repeat members that failed or crashed");
    app.add_flag("--quiet", options_.quiet, "Print nothing but the table at the end");
    add_thorn_path(app, options_.thorn_path);
    // For the processes that an ensemble starts, so not in --help.
    app.add_flag("--manager", manager_)->group("");
    app.add_flag("--worker", worker_)->group("");
  }
  int execute() override {
    if (worker_)
      return work_on_members([](RunOptions options) {
        options.build = build_facts();
        return guarded([&] { return run_command(options); });
      });
    if (manager_) return manage_site(own_program());
    if (options_.file.empty())
      throw Error(Problem{.slug = "cli/no-file",
                          .message = "no description of an ensemble was given",
                          .help = "cardon ensemble --help"});
    options_.program = own_program();
    return ensemble_command(options_);
  }

 private:
  EnsembleOptions options_;
  bool manager_ = false, worker_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_ensemble_verb() { return std::make_unique<EnsembleVerb>(); }

}  // namespace cardon::cli
