// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/tuner.hpp>
#include <optional>

#include "model_run.hpp"

namespace cardon {

/// Tunes by forecasts of the cost model that are fitted to the run and verified by it (ModelRun).
class ModelTuner : public Tuner {
 public:
  Decision start(const TunerSetup& setup) override;
  Decision decide(const TuningWindow& window) override;

 private:
  std::optional<ModelRun> run_;
};

}  // namespace cardon
