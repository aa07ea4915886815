// SPDX-License-Identifier: Apache-2.0
// cardon simulate
#include "input_arguments.hpp"
#include "run/simulate_command.hpp"
#include "verb.hpp"

namespace cardon::cli {
namespace {

class SimulateVerb : public Verb {
 public:
  std::string name() const override { return "simulate"; }
  std::string summary() const override {
    return "Simulate a run, and how it tunes itself, on a machine that is not there";
  }
  std::vector<std::string> examples() const override {
    return {"cardon simulate parfiles/record-run-tuned.yaml",
            "cardon simulate parfiles/record-run-paper.yaml predict.ratio=20"};
  }
  void declare(CLI::App& app) override {
    input_.declare(app, true);
    app.add_option("--machine", options_.machine,
                   "Machine file, or the name of one that comes with Cardon; default: that of the "
                   "parameter file")
        ->type_name("FILE");
    app.add_option("--ranks", options_.ranks, "Ranks; default: those of the sites")
        ->type_name("N")
        ->check(CLI::Range(1, 1000000));
    app.add_option("--tuner", options_.tuner,
                   "model, paper, another tuner, or none; default: that of the parameter file")
        ->type_name("NAME");
    app.add_option("--steps", options_.steps, "Steps; default: those of the run")
        ->type_name("N")
        ->check(above_zero());
    app.add_option("--speed", options_.speed,
                   "Grid points that a rank of speed 1 updates per second; default: measured here")
        ->type_name("P")
        ->check(above_zero());
    app.add_flag("--json", options_.json, "For programs");
  }
  int execute() override {
    options_.input = input_.options();
    return simulate_command(options_);
  }

 private:
  InputArguments input_;
  SimulateOptions options_;
};

}  // namespace

std::unique_ptr<Verb> make_simulate_verb() { return std::make_unique<SimulateVerb>(); }

}  // namespace cardon::cli
