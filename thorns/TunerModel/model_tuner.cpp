// SPDX-License-Identifier: Apache-2.0
#include "model_tuner.hpp"

#include "cost_forecaster.hpp"

namespace cardon {

Decision ModelTuner::start(const TunerSetup& setup) {
  run_.emplace(setup, std::make_shared<CostForecaster>(*setup.model));
  return run_->start();
}

Decision ModelTuner::decide(const TuningWindow& window) {
  if (!run_) throw Bug("a tuner was asked before it was started");
  return run_->decide(window);
}

}  // namespace cardon
