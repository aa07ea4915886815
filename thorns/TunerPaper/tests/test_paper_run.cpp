// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "paper_run.hpp"

using namespace cardon;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

const CodecNames zlib = codec_names({"zlib-6"}), both = codec_names({"extrapolate", "zlib-1"});

TunerSetup two_sites() {
  TunerSetup setup;
  setup.start.links = {WideLinkSettings{.depth = 1, .codecs = {}}};
  setup.freedom.depth = setup.freedom.codecs = {true};
  setup.chains = {both, zlib};
  return setup;
}

// 6 layers are too many.
bool fits(const DriverSettings& settings, const MachineEstimate&) {
  return settings.links[0].depth < 6;
}

// The two-machine run of the paper: below 70 % with one layer, 85 % in the end.
double efficiency(const DriverSettings& settings) {
  const double of_depth[] = {0.62, 0.71, 0.775, 0.825, 0.83};
  const int depth = std::min(settings.links[0].depth, 5);
  return of_depth[depth - 1] + (settings.links[0].codecs[0].empty() ? 0 : 0.025);
}

using Efficiency = std::function<double(const DriverSettings&)>;

std::vector<TuningWindow> drive(PaperRun& run, int windows, const Efficiency& of) {
  std::vector<TuningWindow> found;
  Decision decision = run.start();
  for (int i = 0; i < windows; ++i) {
    TuningWindow window;
    window.first = found.empty() ? 0 : found.back().last;
    window.last = window.first + decision.steps;
    window.settings = decision.settings;
    window.efficiency = of(window.settings);
    found.push_back(window);
    decision = run.decide(window);
  }
  return found;
}

std::vector<int> depths(const std::vector<TuningWindow>& windows) {
  std::vector<int> found;
  for (const TuningWindow& window : windows) found.push_back(window.settings.links[0].depth);
  return found;
}

TEST(PaperRun, FollowsFigure7) {
  PaperRun run({}, two_sites(), 1, fits);
  const auto windows = drive(run, 8, efficiency);
  EXPECT_THAT(depths(windows), ElementsAre(1, 2, 3, 4, 5, 4, 4, 4));
  EXPECT_TRUE(windows[5].settings.links[0].codecs[0].empty());
  EXPECT_EQ(chain_text(windows[6].settings.links[0].codecs[0]), "zlib-6");
  EXPECT_EQ(chain_text(windows[7].settings.links[0].codecs[1]), "zlib-6");
  EXPECT_DOUBLE_EQ(windows[7].efficiency, 0.85);
}

TEST(PaperRun, WindowsAreWholeCycles) {
  PaperRun run({}, two_sites(), 1, fits);
  for (const TuningWindow& window : drive(run, 5, efficiency)) {
    const long steps = window.last - window.first;
    EXPECT_GE(steps, 10);
    EXPECT_EQ(steps % window.settings.links[0].depth, 0);
  }
}

TEST(PaperRun, TakesBackCompressionThatDoesNotPay) {
  PaperRun run({}, two_sites(), 1, fits);
  const auto windows = drive(run, 8, [](const DriverSettings& settings) {
    return settings.links[0].codecs[0].empty() ? 0.8 : 0.7;
  });
  EXPECT_THAT(depths(windows), ElementsAre(1, 2, 1, 1, 1, 1, 1, 1));
  EXPECT_FALSE(windows[3].settings.links[0].codecs[0].empty());
  EXPECT_TRUE(windows[4].settings.links[0].codecs[0].empty());
}

TEST(PaperRun, TriesCompressionEvery500Steps) {
  PaperRun run({}, two_sites(), 1, fits);
  std::vector<long> tried;
  for (const TuningWindow& window : drive(run, 30, [](const DriverSettings& settings) {
         return settings.links[0].codecs[0].empty() ? 0.8 : 0.7;
       }))
    if (!window.settings.links[0].codecs[0].empty()) tried.push_back(window.first);
  ASSERT_GE(tried.size(), 3u);
  for (std::size_t i = 1; i < tried.size(); ++i)
    EXPECT_NEAR(double(tried[i] - tried[i - 1]), 505, 6);
}

TEST(PaperRun, LeavesAloneWhatTheUserFixed) {
  TunerSetup setup = two_sites();
  setup.freedom.codecs = {false};
  PaperRun depth_only({}, setup, 1, fits);
  for (const TuningWindow& window : drive(depth_only, 9, efficiency))
    EXPECT_TRUE(window.settings.links[0].codecs[0].empty());
  setup.freedom.codecs = {true};
  setup.freedom.depth = {false};
  PaperRun codecs_only({}, setup, 1, fits);
  EXPECT_THAT(depths(drive(codecs_only, 4, efficiency)), ElementsAre(1, 1, 1, 1));
}

TEST(PaperRun, RaisesByTheRadiusUpToTheDeepest) {
  TunerSetup setup = two_sites();
  setup.start.links[0].depth = 2;
  PaperRun run({}, setup, 2, fits);
  const auto windows = drive(
      run, 3, [](const DriverSettings& settings) { return 1 - 0.5 / settings.links[0].depth; });
  EXPECT_THAT(depths(windows), ElementsAre(2, 4, 4));
}

TEST(PaperRun, GoesNoDeeperThanTheUserAllows) {
  TunerSetup setup = two_sites();
  setup.max_depth = 2;
  PaperRun run({}, setup, 1, fits);
  EXPECT_THAT(depths(drive(run, 3, efficiency)), ElementsAre(1, 2, 2));
}

TEST(PaperRun, SaysWhatItSaw) {
  PaperRun run({}, two_sites(), 1, fits);
  run.start();
  TuningWindow window;
  window.settings = two_sites().start;
  window.efficiency = 0.65;
  EXPECT_EQ(run.decide(window).why, "efficiency 65 %: one more layer is tried");
  window.settings.links[0].depth = 2;
  window.efficiency = 0.66;
  const Decision decision = run.decide(window);
  EXPECT_THAT(decision.why, HasSubstr("no improvement: depth reduced by one"));
  EXPECT_EQ(decision.verdict, Decision::Verdict::reverted);
}

TEST(PaperChain, IsZlibIfThereIsOne) {
  EXPECT_EQ(chain_text(paper_chain({both, zlib})), "zlib-6");
  EXPECT_EQ(chain_text(paper_chain({both})), "zlib-1");
  EXPECT_EQ(chain_text(paper_chain({{}, codec_names({"shuffle", "lz4"})})), "shuffle, lz4");
  EXPECT_TRUE(paper_chain({}).empty());
}

}  // namespace
