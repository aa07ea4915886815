// SPDX-License-Identifier: Apache-2.0
// Another balancer takes over while the run goes on.
#include <gmock/gmock.h>

#include <mutex>

#include "balancing.hpp"
#include "fake_driver.hpp"
#include "support/local_transport.hpp"
#include "support/sample_fields.hpp"

namespace cardon {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

/// "mover" puts block 1 on rank 1; any other balancer moves nothing.
class Named final : public Balancer {
 public:
  explicit Named(std::string_view name) : moves_(name == "mover") {}
  void open(const BalancerSetup&) override {}
  std::vector<BlockMove> plan(const BalanceProblem& problem) override {
    if (!moves_ || problem.blocks[1].rank == 1) return {};
    return {{1, 1}};
  }

 private:
  bool moves_;
};

ParameterSection balance() {
  return {.path = "balance",
          .parameters = {declare(Balancing::balancer), declare(Balancing::every),
                         declare(Balancing::when), declare(Balancing::horizon),
                         declare(Balancing::min_gain), declare(Balancing::accept),
                         declare(Balancing::seed), declare(Balancing::choice),
                         declare(Balancing::between_sites), declare(Balancing::start),
                         declare(Balancing::idle_ranks)}};
}

struct Seen {
  std::mutex mutex;
  std::map<int, std::vector<long>> moved;  // by rank: the steps
  std::vector<std::string> lines, by;
};

/// 40 steps on two ranks, with another balancer from step 20 on.
void run(Seen& seen, const std::string& first, const std::string& second) {
  const SampleFields fields({4, 4, 1}, [](int, int, int) { return 0; });
  Machine machine;
  machine.sites.push_back({.name = "a", .ranks = {0, 1}});
  DriverSetup driver_setup;
  driver_setup.machine = &machine;
  on_ranks(2, [&](Transport& transport) {
    const SampleParameters values(balance(), "balance: {every: 8, balancer: " + first + "}");
    FakeDriver driver(transport.rank(), false);
    Balancing balancing;
    balancing.open({.program = fields.program,
                    .parameters = *values.values,
                    .driver = driver,
                    .fields = driver,
                    .transport = transport,
                    .tag = 940,
                    .last_iteration = 40,
                    .driver_setup = &driver_setup,
                    .make_service = [](std::string_view, std::string_view name, const Location&) {
                      return std::static_pointer_cast<void>(
                          std::shared_ptr<Balancer>(std::make_shared<Named>(name)));
                    }});
    std::vector<std::string> lines, by{balancing.facts().value().by};
    for (long n = 0; n <= 40; ++n) {
      driver.step();
      const StepOrder order = balancing.after_step({.iteration = n, .last = n == 40});
      lines.insert(lines.end(), order.lines.begin(), order.lines.end());
      if (order.change && order.change()) {
        const std::lock_guard lock(seen.mutex);
        seen.moved[transport.rank()].push_back(n);
      }
      if (n != 20) continue;
      values.values->section("balance").set("balancer", {.value = second, .given = true});
      balancing.steered({*values.values, n, 40, {"balance"}});
      by.push_back(balancing.facts().value().by);
    }
    balancing.conclude();
    const StepReport report = balancing.report(1);
    if (transport.rank() != 0) return;
    seen.lines = lines;
    seen.lines.insert(seen.lines.end(), report.closing.begin(), report.closing.end());
    seen.by = by;
  });
}

TEST(Exchange, AnotherBalancerPlansFromTheNextWindowOn) {
  Seen seen;
  run(seen, "still", "mover");
  for (const int rank : {0, 1})
    EXPECT_THAT(seen.moved[rank], AllOf(SizeIs(1), Each(Ge(29)))) << "a window, and its answer";
  EXPECT_EQ(seen.moved[0], seen.moved[1]);
  EXPECT_THAT(seen.by, ElementsAre("still", "mover"));
  EXPECT_THAT(seen.lines, Contains("balancing: mover plans from now on"));
  EXPECT_THAT(seen.lines.back(), HasSubstr("balancing (still, then mover): 1 of "));
}

TEST(Exchange, AutoChoosesAmongAllOfThem) {
  Seen seen;
  run(seen, "mover", "auto");
  EXPECT_THAT(seen.by, ElementsAre("mover", "auto (forest)"));
  EXPECT_THAT(seen.moved[0], ElementsAre(12));
}

TEST(Exchange, TheSameBalancerGoesOn) {
  Seen seen;
  run(seen, "mover", "mover");
  EXPECT_THAT(seen.moved[0], ElementsAre(12));
  EXPECT_THAT(seen.lines, Not(Contains(HasSubstr("from now on"))));
}

// The settings of the driver depend on whether blocks move at all.
TEST(Exchange, ARunGoesOnAsItBeganWithABalancerOrWithout) {
  Machine machine;
  machine.sites.push_back({.name = "a", .ranks = {0, 1}});
  FakeDriver driver(0, false);
  const auto mistake = [&](const std::string& before, const std::string& after) {
    const SampleParameters now(balance(), "balance: {balancer: " + before + "}");
    const SampleParameters then(balance(), "balance: {balancer: " + after + "}");
    const auto problems =
        Balancing().check_placement(*then.values, {.machine = &machine,
                                                   .ranks = 2,
                                                   .decomposition = &driver.decomposition(),
                                                   .driver = &driver,
                                                   .began = now.values.get()});
    return problems.empty() ? std::string() : problems.at(0).slug;
  };
  EXPECT_EQ(mistake("greedy", "auto"), "");
  EXPECT_EQ(mistake("with_blocks", "greedy"), "");  // two blocks per rank
  EXPECT_EQ(mistake("none", "none"), "");
  EXPECT_EQ(mistake("greedy", "none"), "balance/exchange");
  EXPECT_EQ(mistake("none", "greedy"), "balance/exchange");
}

// A change that nobody would notice is refused, unlike one that an earlier change has made idle.
TEST(Exchange, AChangeWithoutEffectIsRefused) {
  Machine machine;
  machine.sites.push_back({.name = "a", .ranks = {0, 1}});
  FakeDriver driver(0, false);
  const auto mistakes = [&](const std::string& balancer, std::vector<std::string> changing) {
    const SampleParameters now(balance(), "balance: {balancer: " + balancer + "}");
    const SampleParameters then(balance(),
                                "balance: {balancer: " + balancer + ", choice: tree, when: trend}");
    std::vector<std::string> slugs;
    for (const Problem& problem :
         Balancing().check_placement(*then.values, {.machine = &machine,
                                                   .ranks = 2,
                                                   .decomposition = &driver.decomposition(),
                                                   .driver = &driver,
                                                   .began = now.values.get(),
                                                   .changing = std::move(changing)}))
      slugs.push_back(problem.slug);
    return slugs;
  };
  const std::vector<std::string> both{"balance.choice", "balance.when"};
  EXPECT_THAT(mistakes("none", both), ElementsAre("balance/choice", "balance/placement"));
  EXPECT_THAT(mistakes("greedy", both), ElementsAre("balance/choice"));
  EXPECT_THAT(mistakes("auto", both), SizeIs(0));
  EXPECT_THAT(mistakes("with_blocks", both), SizeIs(0));  // two blocks per rank
  EXPECT_THAT(mistakes("greedy", {}), SizeIs(0));
}

// Two sites are balanced unasked where there is no tuner.
TEST(Exchange, ARunStaysBalancedOrNotWhenAnotherTunerIsSet) {
  Machine machine;
  machine.sites = {{.name = "a", .ranks = {0}}, {.name = "b", .ranks = {1}}};
  FakeDriver driver(0, false);
  const auto values = [](const std::string& tuner, const std::string& more) {
    return SampleParameters(
        balance(), "{tuning: {tuner: " + tuner + "}, balance: {between_sites: always" + more + "}}",
        {{.path = "tuning",
          .description = "Tuners",
          .provider = "test",
          .parameters = {declare(Parameter{"tuner", "none", "Tuner"})}}});
  };
  const auto mistake = [&](const std::string& before, const std::string& after,
                           const std::string& more) {
    const SampleParameters began = values(before, ""), then = values(after, more);
    const auto problems =
        Balancing().check_placement(*then.values, {.machine = &machine,
                                                   .ranks = 2,
                                                   .decomposition = &driver.decomposition(),
                                                   .driver = &driver,
                                                   .began = began.values.get()});
    return problems.empty() ? std::string() : problems.at(0).slug;
  };
  EXPECT_EQ(mistake("none", "greedy", ", idle_ranks: [1]"), "");
  EXPECT_EQ(mistake("none", "greedy", ", balancer: refine"), "");
  EXPECT_EQ(mistake("greedy", "none", ", idle_ranks: [1]"), "balance/idle-ranks");
  EXPECT_EQ(mistake("greedy", "none", ", balancer: refine"), "balance/exchange");
}

}  // namespace
}  // namespace cardon
