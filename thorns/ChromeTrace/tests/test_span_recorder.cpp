// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <Kokkos_Core.hpp>
#include <cardon/kit/profile_region.hpp>
#include <nlohmann/json.hpp>
#include <thread>

#include "trace_events.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> names_of(const SpanRecorder& recorder) {
  std::vector<std::string> all;
  for (const Span& span : recorder.spans())
    all.push_back((span.kernel ? "kernel " : "region ") + recorder.names()[std::size_t(span.name)]);
  return all;
}

void work(const std::string& task) {
  const ProfileRegion region(task.c_str());
  Kokkos::parallel_for("loop", 10, [](int) {});
}

class Recording : public ::testing::Test {
 public:
  static void SetUpTestSuite() { Kokkos::initialize(); }
  static void TearDownTestSuite() { Kokkos::finalize(); }
};

TEST_F(Recording, RegionsAndKernelsWhileItIsOn) {
  SpanRecorder recorder;
  ASSERT_TRUE(recorder.attach());
  work("before");
  recorder.switch_on(true);
  work("task");
  recorder.switch_on(false);
  work("after");
  EXPECT_THAT(names_of(recorder), ElementsAre("kernel loop", "region task"));
  const Span kernel = recorder.spans()[0], region = recorder.spans()[1];
  EXPECT_LE(region.begin, kernel.begin);
  EXPECT_LE(kernel.begin, kernel.end);
  EXPECT_LE(kernel.end, region.end);
}

TEST_F(Recording, ARegionThatWasHalfRecordedIsDropped) {
  SpanRecorder recorder;
  ASSERT_TRUE(recorder.attach());
  recorder.switch_on(true);
  {
    const ProfileRegion region("task");
    recorder.switch_on(false);
  }
  recorder.switch_on(true);
  work("next");
  EXPECT_THAT(names_of(recorder), ElementsAre("kernel loop", "region next"));
}

TEST_F(Recording, EachThreadHasItsOwn) {
  SpanRecorder here;
  ASSERT_TRUE(here.attach());
  here.switch_on(true);
  std::thread([] {
    SpanRecorder there;
    EXPECT_TRUE(there.attach());
    there.switch_on(true);
    { const ProfileRegion region("elsewhere"); }
    EXPECT_THAT(names_of(there), ElementsAre("region elsewhere"));
  }).join();
  work("task");
  EXPECT_THAT(names_of(here), ElementsAre("kernel loop", "region task"));
}

TEST_F(Recording, NobodyListensAfterwards) {
  SpanRecorder recorder;
  ASSERT_TRUE(recorder.attach());
  recorder.switch_on(true);
  work("task");
  recorder.detach();
  work("after");
  EXPECT_THAT(names_of(recorder), ElementsAre("kernel loop", "region task"));
  EXPECT_FALSE(ProfileListener::another_tool());
}

TEST_F(Recording, AnotherToolKeepsItsPlace) {
  Kokkos::Tools::Experimental::set_push_region_callback([](const char*) {});
  SpanRecorder recorder;
  EXPECT_FALSE(recorder.attach());
  Kokkos::Tools::Experimental::set_push_region_callback(nullptr);
}

TEST_F(Recording, EventsAreJSON) {
  SpanRecorder recorder;
  ASSERT_TRUE(recorder.attach());
  recorder.switch_on(true);
  work("a \"quoted\"\nname");
  const std::int64_t origin = recorder.spans()[1].begin;
  const auto events =
      nlohmann::json::parse("[" + trace_events({3, "rank 3 on host"}, recorder, origin) + "]");
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[0]["args"]["name"], "rank 3 on host");
  EXPECT_EQ(events[2]["name"], "a \"quoted\"\nname");
  EXPECT_EQ(events[2]["pid"], 3);
  EXPECT_EQ(events[2]["ts"], 0.0);
  EXPECT_NEAR(events[2]["dur"].get<double>(),
              double(recorder.spans()[1].end - recorder.spans()[1].begin) / 1000, 1e-3);
}

}  // namespace
}  // namespace cardon
