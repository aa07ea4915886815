// SPDX-License-Identifier: Apache-2.0
#include "ensemble/event_loop.hpp"

#include <poll.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "cardon/services/timings.hpp"

namespace cardon {

void EventLoop::wait() {
  constexpr double longest = 0.5;  // s, for signals that come before poll() waits
  double pause = longest;
  if (!timers_.empty()) pause = std::clamp(timers_.begin()->first - seconds_now(), 0.0, longest);
  std::vector<pollfd> descriptors;
  for (const auto& [descriptor, action] : watched_) descriptors.push_back({descriptor, POLLIN, 0});
  poll(descriptors.data(), nfds_t(descriptors.size()), int(std::ceil(1000 * pause)));
  for (const pollfd& found : descriptors) {
    if (found.revents == 0) continue;
    const auto watched = watched_.find(found.fd);
    if (watched == watched_.end()) continue;  // an action before has forgotten it
    const Action action = watched->second;
    action();
  }
}

void EventLoop::run(const std::function<bool()>& done) {
  while (!done()) {
    wait();
    while (!timers_.empty() && timers_.begin()->first <= seconds_now()) {
      const Action action = std::move(timers_.begin()->second);
      timers_.erase(timers_.begin());
      action();
    }
  }
}

}  // namespace cardon
