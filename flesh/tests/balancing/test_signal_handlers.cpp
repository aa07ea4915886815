// SPDX-License-Identifier: Apache-2.0
// A signal that comes while a balancer plans finds the handler of the run, on whatever thread.
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <thread>

#include "choosable_balancers.hpp"

namespace cardon {
namespace {

void note(int) {}

struct sigaction handler_of(int signal) {
  struct sigaction now {};
  sigaction(signal, nullptr, &now);
  return now;
}

bool is_of_the_run(const struct sigaction& now) {
  return now.sa_handler == note && (now.sa_flags & SA_RESTART) != 0 &&
         (now.sa_flags & int(SA_RESETHAND)) == 0;
}

TEST(Balancers, LeaveTheHandlersOfSignalsAlone) {
  struct sigaction own {
  }, before{};
  own.sa_handler = note;
  own.sa_flags = SA_RESTART;
  sigaction(SIGTERM, &own, &before);
  const BalanceScenario scenario = draw_scenario(ScenarioFamily::learnt, 1, 3);
  for (const auto& [name, balancer] : choosable_balancers()) {
    std::atomic<bool> planned = false, changed = false;
    std::thread watch([&] {
      while (!planned)
        if (!is_of_the_run(handler_of(SIGTERM))) changed = true;
    });
    for (int round = 0; round < 5; ++round) balancer->plan(scenario.problem);
    planned = true;
    watch.join();
    EXPECT_FALSE(changed) << name;
    EXPECT_TRUE(is_of_the_run(handler_of(SIGTERM))) << name;
  }
  sigaction(SIGTERM, &before, nullptr);
}

}  // namespace
}  // namespace cardon
