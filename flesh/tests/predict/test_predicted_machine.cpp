// SPDX-License-Identifier: Apache-2.0
// What a prediction knows of ranks and links where nothing is measured.
#include <gmock/gmock.h>

#include "half_speed.hpp"
#include "predict/predicted_machine.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Two tasks that compute, on site "a" with ranks 0 and 1 and site "b" with
/// rank 2.
struct MachineForecast : ::testing::Test {
  MachineForecast() {
    add_flesh_sections(checked->registry);
    checked->program.grid.dimensions = 3;
    checked->program.grid.points = {8, 8, 32};
    Task first{.id = 0}, second{.id = 1, .kind = Task::combine},
        rotate{.id = 2, .kind = Task::rotate};
    checked->program.tasks = {first, second, rotate};
    checked->program.step = {0, 1, 2};
    machine.sites = {{.name = "a", .ranks = {0, 1}, .speed = 1},
                     {.name = "b", .ranks = {2}, .speed = 4}};
    machine.links = {{.name = "a-b", .sites = {0, 1}, .latency = 0.02, .bandwidth = 5e6}};
  }
  PredictedMachine predict(double speed, const std::string& yaml = "") {
    ParameterInput input;
    input.add_text("test.yaml", "predict: {" + yaml + "}");
    std::vector<Problem> problems;
    checked->parameters =
        std::make_unique<ParameterSet>(resolve_parameters(checked->registry, input, problems));
    run.setup = checked;
    run.machine = std::make_unique<Machine>(machine);
    run.driver_setup.program = &checked->program;
    run.driver_setup.parameters = checked->parameters.get();
    run.driver_setup.machine = run.machine.get();
    return predict_machine(run, speed);
  }
  /// Grid points that each rank updates per second.
  static std::vector<long> rates(const PredictedMachine& predicted) {
    std::vector<long> rates;
    for (const Estimate& cost : predicted.estimate.relative_cost)
      rates.push_back(std::lround(1 / (predicted.step.point * cost.value)));
    return rates;
  }
  static double mean_cost(const PredictedMachine& predicted) {
    double sum = 0;
    for (const Estimate& cost : predicted.estimate.relative_cost) sum += cost.value;
    return sum / double(predicted.estimate.relative_cost.size());
  }
  std::string error_of(const std::string& yaml) try {
    predict(1e6, yaml);
    return "none";
  } catch (const Error& error) {
    return error.what();
  }

  std::shared_ptr<CheckedRun> checked = std::make_shared<CheckedRun>();
  Machine machine;
  PlannedRun run;
};

TEST_F(MachineForecast, AGivenSpeedIsThatOfARankOfSpeedOne) {
  const PredictedMachine predicted = predict(1e6);
  EXPECT_THAT(rates(predicted), ElementsAre(1000000, 1000000, 4000000));
  EXPECT_DOUBLE_EQ(mean_cost(predicted), 1);
  EXPECT_EQ(predicted.estimate.task_seconds[0], predicted.estimate.task_seconds[1]);
  EXPECT_EQ(predicted.estimate.task_seconds[2], 0) << "it computes nothing";
  EXPECT_EQ(predicted.sampled.ranks, 0);
  EXPECT_THAT(predicted.sources.at(0), HasSubstr("as given"));
}

TEST_F(MachineForecast, TheCommandLineWinsOverTheSection) {
  EXPECT_THAT(rates(predict(0, "speed: 2e6")), ElementsAre(2000000, 2000000, 8000000));
  EXPECT_THAT(rates(predict(1e6, "speed: 2e6")), ElementsAre(1000000, 1000000, 4000000));
}

TEST_F(MachineForecast, SitesHaveTheSpeedsOfTheSection) {
  EXPECT_THAT(rates(predict(1e6, "site_speeds: {a: 3}")), ElementsAre(3000000, 3000000, 4000000));
}

TEST_F(MachineForecast, WithoutTheSpeedOfASiteAllAreAlike) {
  machine.sites[1].speed = 0;
  EXPECT_THAT(rates(predict(1e6)), ElementsAre(1000000, 1000000, 1000000));
}

TEST_F(MachineForecast, UnknownSitesAreNamed) {
  const std::string error = error_of("site_speeds: {a: 3, c: 1}");
  EXPECT_THAT(error, HasSubstr("there is no site c for predict.site_speeds"));
  EXPECT_THAT(error, HasSubstr("sites: a, b"));
  EXPECT_THAT(error, HasSubstr("[predict/site]"));
}

// Both tasks take 1e-7 s per point on a rank of the mean speed, (2 * 1 + 4)
// / 3.
TEST_F(MachineForecast, EmulatedRanksAreAsSlowAsTheirEmulator) {
  run.driver_setup.compute_emulator = std::make_shared<HalfSpeed>();
  const PredictedMachine predicted = predict(0);
  EXPECT_THAT(rates(predicted), ElementsAre(2500000, 1250000, 10000000));
  EXPECT_DOUBLE_EQ(mean_cost(predicted), 1);
  EXPECT_THAT(predicted.sources.at(0), HasSubstr("emulated_compute.per_point"));
}

TEST_F(MachineForecast, LinksAreThoseOfTheMachine) {
  const PredictedMachine predicted = predict(1e6);
  ASSERT_EQ(predicted.estimate.links.size(), 1u);
  EXPECT_EQ(predicted.estimate.links[0].latency.value, 0.02);
  EXPECT_EQ(predicted.estimate.links[0].bandwidth.value, 5e6);
  EXPECT_EQ(predicted.sources.back(), "link a-b: latency 20 ms, 5 MB/s");
  EXPECT_EQ(predicted.estimate.codecs[1].size(), 1u);
}

TEST_F(MachineForecast, ALinkWithoutBandwidthIsUnlimited) {
  machine.links[0].bandwidth = 0;
  const PredictedMachine predicted = predict(1e6);
  EXPECT_FALSE(predicted.estimate.links.at(0).bandwidth.known());
  EXPECT_TRUE(predicted.estimate.links.at(0).latency.known());
}

TEST_F(MachineForecast, ALinkWithoutAnyFigureIsAnError) {
  machine.links.clear();
  EXPECT_THAT(error_of(""), HasSubstr("latency and bandwidth of link a-b are unknown"));
}

TEST_F(MachineForecast, MessagesCostWhatTheSectionSays) {
  const PredictedMachine predicted =
      predict(1e6, "message: 7 us, intra_latency: 3 us, intra_bandwidth: 2 GB/s");
  EXPECT_DOUBLE_EQ(predicted.estimate.message, 7e-6);
  EXPECT_DOUBLE_EQ(predicted.estimate.intra_latency, 3e-6);
  EXPECT_DOUBLE_EQ(predicted.estimate.intra_bandwidth, 2e9);
}

TEST_F(MachineForecast, CodecsAreAssumedOnlyWithARatio) {
  const std::vector<CodecNames> chains = {codec_names({"shuffle", "zlib-1"})};
  PredictedMachine predicted = predict(1e6);
  EXPECT_FALSE(assume_codecs(*checked->parameters, chains, predicted));
  EXPECT_TRUE(predicted.estimate.codecs[0].at(0).empty());
  predicted = predict(1e6, "ratio: 3, encode: 200 MB/s, decode: 500 MB/s");
  EXPECT_TRUE(assume_codecs(*checked->parameters, chains, predicted));
  for (const auto& direction : predicted.estimate.codecs) {
    ASSERT_EQ(direction.at(0).size(), 1u);
    EXPECT_EQ(direction[0][0].ratio.value, 3);
    EXPECT_DOUBLE_EQ(direction[0][0].encode.value, 1 / 200e6);
    EXPECT_DOUBLE_EQ(direction[0][0].decode.value, 1 / 500e6);
  }
}

}  // namespace
}  // namespace cardon
