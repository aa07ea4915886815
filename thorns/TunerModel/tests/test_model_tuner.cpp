// SPDX-License-Identifier: Apache-2.0
// The service with the cost model of the grid driver: the truth is the model with figures that the
// tuner measures only roughly.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "model/tests/wave_program.hpp"
#include "model_tuner.hpp"

using namespace cardon;
using test::estimate_of;
using test::known;

namespace {

constexpr double compute = 0.02;  // s of a step
const CodecNames chain = codec_names({"zlib-1"});

class Waves {
 public:
  Waves(double latency, double bandwidth)
      : program_(test::wave_program({32, 32, 256})),
        machine_(test::machine_of({1, 1})),
        model_(program_, {}, machine_),
        truth_(estimate_of(program_, 2, 1, compute, latency, bandwidth)) {
    for (auto& direction : truth_.codecs)
      direction[0].push_back({chain, known(5), known(5e-9), known(2e-9)});
  }

  TunerSetup setup() const {
    TunerSetup setup;
    setup.program = &program_;
    setup.machine = &machine_;
    setup.model = &model_;
    setup.start = test::settings_of(1, 1, true, 1);
    setup.freedom.depth = setup.freedom.codecs = {true};
    setup.freedom.overlap = setup.freedom.blocks = true;
    setup.chains = {chain};
    setup.links = {{"a-b", "a", "b"}};
    return setup;
  }

  double step(const DriverSettings& settings) const {
    return model_.predict(settings, truth_).value().seconds_per_step;
  }

  double best() const {
    double best = step(setup().start);
    for (const int depth : {1, 2, 3, 4, 6, 8, 12, 16})
      for (const int blocks : {1, 2, 4, 8})
        for (const bool overlap : {false, true})
          for (const CodecNames& codecs : {CodecNames{}, chain}) {
            DriverSettings settings = test::settings_of(1, depth, overlap, blocks);
            settings.links[0].codecs[0] = settings.links[0].codecs[1] = codecs;
            best = std::min(best, step(settings));
          }
    return best;
  }

  TuningWindow window(const Decision& order, long first) {
    TuningWindow w;
    w.first = first;
    w.last = first + order.steps;
    w.settings = order.settings;
    const double t = step(order.settings);
    w.seconds_per_step = blurred(t, 0.005);
    w.efficiency = compute / t;
    w.seconds_left = 2000 * t;
    w.machine = truth_;
    w.machine.links[0].exposed = std::max(0.0, t - compute);
    w.machine.links[0].latency = blurred(truth_.links[0].latency.value, 0.05);
    w.machine.links[0].bandwidth = blurred(truth_.links[0].bandwidth.value, 0.05);
    return w;
  }

 private:
  Estimate blurred(double value, double share) {
    return {value * (1 + share * normal_(random_)), share * value, 10};
  }

  Program program_;
  Machine machine_;
  test::GridCostModel model_;
  MachineEstimate truth_;
  std::mt19937 random_{1};
  std::normal_distribution<double> normal_;
};

struct Link {
  double latency, bandwidth;
};

class ModelTunerOn : public testing::TestWithParam<Link> {};

TEST_P(ModelTunerOn, ComesWithin5PercentOfTheBestInFourWindows) {
  Waves waves(GetParam().latency, GetParam().bandwidth);
  ModelTuner tuner;
  Decision decision = tuner.start(waves.setup());
  long done = 0;
  for (int i = 0; i < 4; ++i) {
    const TuningWindow window = waves.window(decision, done);
    done = window.last;
    decision = tuner.decide(window);
  }
  EXPECT_LT(waves.step(decision.settings), 1.05 * waves.best()) << decision.why;
}

INSTANTIATE_TEST_SUITE_P(Links, ModelTunerOn,
                         testing::Values(Link{1e-4, 1e8}, Link{10e-3, 1e6}, Link{30e-3, 1e7},
                                         Link{75e-3, 1e6}, Link{75e-3, 3e6}, Link{150e-3, 1e8}));

TEST(ModelTuner, MustBeStarted) { EXPECT_THROW(ModelTuner().decide({}), Bug); }

}  // namespace
