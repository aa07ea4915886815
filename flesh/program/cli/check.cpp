// SPDX-License-Identifier: Apache-2.0
// cardon check
#include "input_arguments.hpp"
#include "run/commands.hpp"
#include "session/session.hpp"
#include "verb.hpp"

namespace cardon::cli {
namespace {

class CheckVerb : public Verb {
 public:
  std::string name() const override { return "check"; }
  std::string summary() const override {
    return "Check a parameter file and show schedule, plan, memory and decomposition";
  }
  std::vector<std::string> examples() const override {
    return {"cardon check parfiles/quickstart.yaml", "cardon check wave.yaml --ranks 64"};
  }
  void declare(CLI::App& app) override {
    input_.declare(app, true);
    app.add_option("--ranks", options_.ranks,
                   "Show the decomposition for N ranks; default: those of the launcher, of "
                   "the sites, or 1")
        ->type_name("N")
        ->check(whole_within(1, 1000000));
    app.add_flag("--operations", options_.operations,
                 "Count the floating-point operations of each task, instruction by instruction");
    app.add_option("--operations-of", options_.operations_of,
                   "Count those of these tasks only, by their names in the schedule")
        ->type_name("TASK,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_flag("--strict", options_.strict, "Treat warnings as errors");
  }
  int execute() override {
    options_.input = input_.options();
    if (options_.ranks == 0 && launch_size() > 1) options_.ranks = launch_size();
    return check_command(options_);
  }

 private:
  InputArguments input_;
  CheckOptions options_;
};

}  // namespace

std::unique_ptr<Verb> make_check_verb() { return std::make_unique<CheckVerb>(); }

}  // namespace cardon::cli
