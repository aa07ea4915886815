// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <vector>

#include "thread_world.hpp"

namespace cardon {

/// During one wait: for how long those who are waited for have sent no heartbeat. It counts its
/// own looks, so that the time for which the process was stopped does not count.
class PeerSilence {
 public:
  PeerSilence(const ThreadWorld& world, double now) : world_(world), last_(now) {}
  /// One look at the time `now`, in s: those of the ranks that have given no sign for `patience`
  /// seconds, in ascending order.
  std::vector<int> silent(const std::vector<int>& ranks, double now, double patience);

 private:
  struct Peer {
    unsigned long looks = 0;
    double seconds = 0;
  };
  const ThreadWorld& world_;
  double last_;
  std::map<int, Peer> peers_;
};

}  // namespace cardon
