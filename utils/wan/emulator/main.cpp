// SPDX-License-Identifier: Apache-2.0
// wan_emulator CONTROL_SOCKET SITE=NETWORK_NAMESPACE...: the slow network of utils/wan-testbed.
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include <cstdio>
#include <exception>

#include "emulator.hpp"

namespace {

/// Packets must be handed over on time even if every core computes.
void hurry() {
  mlockall(MCL_CURRENT | MCL_FUTURE);
  prctl(PR_SET_TIMERSLACK, 1UL);
  sched_param parameters{};
  parameters.sched_priority = 50;
  if (sched_setscheduler(0, SCHED_FIFO, &parameters) != 0)
    std::fputs("no real-time priority: latencies will be longer on busy cores\n", stderr);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<wan::Emulator::Site> sites;
  for (int n = 2; n < argc; ++n) {
    const std::string word = argv[n];
    const auto equals = word.find('=');
    if (equals != std::string::npos)
      sites.push_back({word.substr(0, equals), word.substr(equals + 1)});
  }
  if (sites.size() < 2) {
    std::fputs("usage: wan_emulator CONTROL_SOCKET SITE=NETWORK_NAMESPACE...\n", stderr);
    return 2;
  }
  try {
    wan::Emulator emulator(sites, argv[1]);
    hurry();
    emulator.run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "wan_emulator: %s\n", error.what());
    return 1;
  }
}
