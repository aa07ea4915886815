// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "model_tuner.hpp"

using namespace cardon;

CARDON_THORN(TunerModel) {
  thorn.summary("Tunes runs over several sites by forecasts that the run verifies");
  provide<Tuner, ModelTuner>(thorn, "model",
                             "Forecasts of a cost model, fitted online and verified by measurement")
      .feature(feature::standard);
}
