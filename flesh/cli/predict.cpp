// SPDX-License-Identifier: Apache-2.0
// cardon predict
#include "input_arguments.hpp"
#include "run/predict_command.hpp"
#include "run/session.hpp"
#include "verb.hpp"

namespace cardon::cli {
namespace {

class PredictVerb : public Verb {
 public:
  std::string name() const override { return "predict"; }
  std::string summary() const override {
    return "Predict step time, efficiency and the best settings on a machine, without running";
  }
  std::vector<std::string> examples() const override {
    return {"cardon predict parfiles/wave-2sites.yaml",
            "cardon predict parfiles/wave-tuned.yaml --machine three-sites --speed 20e6"};
  }
  void declare(CLI::App& app) override {
    input_.declare(app, true);
    app.add_option("--machine", options_.machine,
                   "Machine file, or the name of one that comes with Cardon; default: that of the "
                   "parameter file")
        ->type_name("FILE");
    app.add_option("--ranks", options_.ranks,
                   "Ranks; default: those of the launcher or of the sites")
        ->type_name("N")
        ->check(CLI::Range(1, 1000000));
    app.add_option("--speed", options_.speed,
                   "Grid points that a rank of speed 1 updates per second; default: measured here")
        ->type_name("P")
        ->check(above_zero());
    app.add_flag("--json", options_.json, "For programs");
  }
  int execute() override {
    options_.input = input_.options();
    if (options_.ranks == 0 && launch_size() > 1) options_.ranks = launch_size();
    return predict_command(options_);
  }

 private:
  InputArguments input_;
  PredictOptions options_;
};

}  // namespace

std::unique_ptr<Verb> make_predict_verb() { return std::make_unique<PredictVerb>(); }

}  // namespace cardon::cli
