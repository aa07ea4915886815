// SPDX-License-Identifier: Apache-2.0
// cardon predict
#include "input_arguments.hpp"
#include "predict/predict_command.hpp"
#include "predict_arguments.hpp"
#include "session/session.hpp"
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
    declare_predict_arguments(app, options_, "the launcher or of the sites");
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
