// SPDX-License-Identifier: Apache-2.0
// cardon simulate
#include "predict/simulate_command.hpp"
#include "predict_arguments.hpp"

namespace cardon::cli {
namespace {

class SimulateVerb : public PredictingVerb<SimulateOptions> {
 public:
  std::string name() const override { return "simulate"; }
  std::string summary() const override {
    return "Simulate a run and its tuning on a hypothetical machine";
  }
  std::vector<std::string> examples() const override {
    return {"cardon simulate parfiles/record-run-tuned.yaml",
            "cardon simulate parfiles/record-run-paper.yaml predict.ratio=20"};
  }
  void declare(CLI::App& app) override {
    declare_input(app, "the sites");
    app.add_option("--tuner", options_.tuner,
                   "model, paper, another tuner, or none; default: that of the parameter file")
        ->type_name("NAME");
    app.add_option("--steps", options_.steps, "Steps; default: those of the run")
        ->type_name("N")
        ->check(above_zero());
  }
  int execute() override { return simulate_command(given()); }
};

}  // namespace

std::unique_ptr<Verb> make_simulate_verb() { return std::make_unique<SimulateVerb>(); }

}  // namespace cardon::cli
