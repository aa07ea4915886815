// SPDX-License-Identifier: Apache-2.0
// cardon sweep
#include "python_verb.hpp"
#include "started_runs.hpp"

namespace cardon::cli {
namespace {

class SweepVerb : public PythonVerb {
 public:
  std::string name() const override { return "sweep"; }
  std::string summary() const override {
    return "Run a parameter file with all combinations of given values";
  }
  std::vector<std::string> examples() const override {
    return {"cardon sweep parfiles/quickstart.yaml --vary WaveToy.order=2,4 --dry-run",
            "cardon sweep parfiles/first-run.yaml --vary time.courant=0.2,0.4 --out runs/steps"};
  }
  void declare(CLI::App& app) override {
    runs_.declare(app);
    app.add_option("--vary", vary_, "Parameter and its values; may be repeated")
        ->type_name("KEY=VALUE,VALUE")
        ->allow_extra_args(false);
    app.add_flag("--dry-run", dry_run_, "Print the commands and start nothing");
  }
  nlohmann::json options() const override {
    nlohmann::json options = runs_.json();
    options["vary"] = vary_;
    options["dry_run"] = dry_run_;
    return options;
  }

 private:
  StartedRuns runs_;
  std::vector<std::string> vary_;
  bool dry_run_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_sweep_verb() { return std::make_unique<SweepVerb>(); }

}  // namespace cardon::cli
