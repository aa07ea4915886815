// SPDX-License-Identifier: Apache-2.0
// cardon predict
#include "predict_arguments.hpp"
#include "session/session.hpp"

namespace cardon::cli {
namespace {

class PredictVerb : public PredictingVerb<PredictOptions> {
 public:
  std::string name() const override { return "predict"; }
  std::string summary() const override {
    return "Predict step time, efficiency and the best settings on a machine, without running";
  }
  std::vector<std::string> examples() const override {
    return {"cardon predict parfiles/wave-2sites.yaml",
            "cardon predict parfiles/wave-tuned.yaml --machine three-sites --speed 20e6"};
  }
  void declare(CLI::App& app) override { declare_input(app, "the launcher or of the sites"); }
  int execute() override {
    PredictOptions& options = given();
    if (options.ranks == 0 && launch_size() > 1) options.ranks = launch_size();
    return predict_command(options);
  }
};

}  // namespace

std::unique_ptr<Verb> make_predict_verb() { return std::make_unique<PredictVerb>(); }

}  // namespace cardon::cli
