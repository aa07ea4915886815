// SPDX-License-Identifier: Apache-2.0
#include "ensemble/event_loop.hpp"

#include <poll.h>

#include <algorithm>
#include <cardon/services/timings.hpp>
#include <cmath>
#include <vector>

namespace cardon {

namespace {

// If it is still watched: an action before may have forgotten it.
void act(const std::map<int, EventLoop::Action>& watched, int descriptor) {
  const auto found = watched.find(descriptor);
  if (found == watched.end()) return;
  const EventLoop::Action action = found->second;
  action();
}

}  // namespace

void EventLoop::wait() {
  constexpr double longest = 0.5;  // s, for signals that come before poll() waits
  double pause = longest;
  if (!timers_.empty()) pause = std::clamp(timers_.begin()->first - seconds_now(), 0.0, longest);
  std::vector<pollfd> descriptors;
  for (const auto& [descriptor, action] : readers_) descriptors.push_back({descriptor, POLLIN, 0});
  const std::size_t readers = descriptors.size();
  for (const auto& [descriptor, action] : writers_) descriptors.push_back({descriptor, POLLOUT, 0});
  poll(descriptors.data(), nfds_t(descriptors.size()), int(std::ceil(1000 * pause)));
  for (std::size_t n = 0; n < descriptors.size(); ++n)
    if (descriptors[n].revents != 0) act(n < readers ? readers_ : writers_, descriptors[n].fd);
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
