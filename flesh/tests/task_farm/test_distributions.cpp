// SPDX-License-Identifier: Apache-2.0
// The installed balancers of jobs with the members of an ensemble, in virtual time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/balance/small_random.hpp>
#include <map>
#include <utility>

#include "registry/thorn_library.hpp"
#include "task_farm/member_queues.hpp"

namespace cardon {
namespace {

std::shared_ptr<Balancer> balancer(const std::string& name) {
  static const ThornLibrary library = [] {
    std::vector<Problem> problems;
    return load_thorns(ThornPath({}, {}), {}, problems);
  }();
  if (name == "self_scheduling") return nullptr;
  auto made = library.catalogue.make<Balancer>(name, {});
  made->open({});
  return made;
}

struct Outcome {
  double seconds = 0;
  int done = 0;
};

// Eight workers, of which two are four times as slow; members differ by a factor of up to ten.
Outcome run(const std::string& name) {
  constexpr int members = 200;
  const std::vector<double> speeds{1, 1, 1, 1, 1, 1, 0.25, 0.25};
  MemberQueues queues(balancer(name));
  queues.set_workers(std::vector<double>(speeds.size(), 1.0));  // nobody knows that
  SmallRandom random(1, 1);
  std::vector<int> all;
  std::vector<double> seconds;
  for (int m = 0; m < members; ++m) {
    all.push_back(m);
    seconds.push_back(random.uniform() < 0.1 ? 10 : 1);
  }
  queues.add(all);
  Outcome outcome;
  std::multimap<double, int> free;  // workers by when they ask
  std::vector<int> idle;            // they ask again when another one is done
  for (std::size_t w = 0; w < speeds.size(); ++w) free.emplace(0, int(w));
  while (!free.empty()) {
    const auto [now, next] = *free.begin();
    free.erase(free.begin());
    idle.insert(idle.begin(), next);
    for (const int worker : std::exchange(idle, {})) {
      const std::vector<int> taken = queues.take(worker, 1);
      if (taken.empty()) {
        idle.push_back(worker);
        continue;
      }
      const double end = now + seconds[std::size_t(taken[0])] / speeds[std::size_t(worker)];
      outcome.seconds = std::max(outcome.seconds, end);
      ++outcome.done;
      free.emplace(end, worker);
    }
  }
  return outcome;
}

TEST(Distributions, BalancersOfJobsServeEnsembles) {
  const double none = run("none").seconds;
  EXPECT_LE(run("self_scheduling").seconds, 0.5 * none);
  for (const char* name : {"random_neighbour", "gradient", "receiver", "sender", "acwn",
                           "tree_walking", "sbn", "sbn_cube", "sbn_heuristic"}) {
    const Outcome outcome = run(name);
    EXPECT_EQ(outcome.done, 200) << name;
    EXPECT_LE(outcome.seconds, 0.5 * none) << name;
  }
}

}  // namespace
}  // namespace cardon
