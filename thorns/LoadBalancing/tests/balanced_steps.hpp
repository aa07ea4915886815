// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "balancing.hpp"
#include "fake_driver.hpp"
#include "support/local_transport.hpp"
#include "support/sample_fields.hpp"

namespace cardon {

/// Block 1 goes to rank 1 if it is not there.
class OneMove : public Balancer {
 public:
  void open(const BalancerSetup&) override {}
  std::vector<BlockMove> plan(const BalanceProblem& problem) override {
    if (problem.blocks[1].rank == 1) return {};
    if (problem.ranks[0].speed == 1 && problem.blocks[1].work > 0.1) {
      // Block 0 or 3 is expensive, else this one.
      const double right = problem.blocks[0].work < 2 && problem.blocks[3].work < 2 ? 3 : 1;
      EXPECT_DOUBLE_EQ(problem.blocks[1].work, right);
    }
    return {{1, 1}};
  }
};

struct Events {
  std::mutex mutex;
  std::map<int, std::vector<long>> replans;  // by rank: the steps
  std::vector<long> begins;                  // of windows on rank 0: the steps
  std::vector<std::string> lines;
  std::map<int, std::vector<int>> owners;
  std::string state;
  std::filesystem::path folder;         // for balance.jsonl
  std::map<long, std::string> steered;  // by step: the values that hold from then on
};

inline SampleParameters balance_values(const std::string& input) {
  return SampleParameters(
      {.path = "balance",
       .parameters = {declare(Balancing::balancer), declare(Balancing::every),
                      declare(Balancing::when), declare(Balancing::horizon),
                      declare(Balancing::min_gain), declare(Balancing::accept),
                      declare(Balancing::seed), declare(Balancing::choice),
                      declare(Balancing::between_sites), declare(Balancing::start),
                      declare(Balancing::idle_ranks)}},
      "balance: " + input);
}

/// 40 steps on two ranks; `between` is called behind each of them. `state`: of a checkpoint.
/// `foreseen`: the estimate of the last step.
inline void run(Events& events, bool late, const std::string& input,
                const std::function<void(long, FakeDriver&)>& between = {},
                const std::string& state = {}, int sites = 1, long foreseen = 40) {
  const SampleFields fields({4, 4, 1}, [](int, int, int) { return 0; });
  const SampleParameters values = balance_values(input);
  Machine machine;
  machine.sites.push_back({.name = "a", .ranks = {0, 1}});
  if (sites == 2) machine.sites = {{.name = "a", .ranks = {0}}, {.name = "b", .ranks = {1}}};
  DriverSetup setup;
  setup.machine = &machine;
  on_ranks(2, [&](Transport& transport) {
    const int rank = transport.rank();
    FakeDriver driver(rank, late && rank == 1);
    Balancing balancing;
    balancing.open({.program = fields.program,
                    .parameters = *values.values,
                    .driver = driver,
                    .fields = driver,
                    .transport = transport,
                    .tag = 940,
                    .last_iteration = foreseen,
                    .driver_setup = &setup,
                    .state = state,
                    .make_service = [](std::string_view, std::string_view, const Location&) {
                      return std::static_pointer_cast<void>(
                          std::shared_ptr<Balancer>(std::make_shared<OneMove>()));
                    }});
    if (rank == 0 && !events.folder.empty()) balancing.record_in(events.folder);
    for (long n = 0; n <= 40; ++n) {
      driver.step();
      const int measures = driver.measures();
      const StepView view{.iteration = n, .time = 0.5 * double(n), .last = n == 40};
      const StepOrder order = balancing.idle(view) ? StepOrder{} : balancing.after_step(view);
      if (between) between(n, driver);
      const bool changed = order.change && order.change();
      if (const auto then = events.steered.find(n); then != events.steered.end())
        balancing.steered({*balance_values(then->second).values, n, foreseen, {"balance"}});
      const std::string kept = balancing.before_checkpoint({.iteration = n});
      const std::lock_guard lock(events.mutex);
      events.state = kept;
      if (rank == 0 && driver.measures() > measures && measures % 2 == 0)
        events.begins.push_back(n);
      if (changed) events.replans[rank].push_back(n);
      events.lines.insert(events.lines.end(), order.lines.begin(), order.lines.end());
    }
    balancing.conclude();
    const StepReport report = balancing.report(1);
    const std::lock_guard lock(events.mutex);
    events.lines.insert(events.lines.end(), report.closing.begin(), report.closing.end());
    events.owners[rank] = driver.owners();
  });
}

}  // namespace cardon
