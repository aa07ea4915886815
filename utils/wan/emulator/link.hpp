// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

namespace wan {

using Nanoseconds = std::int64_t;

/// One direction between two sites, as a pipe with a bottleneck at its entrance: packets leave one
/// after the other at the rate of the link and arrive the latency later. What does not fit into
/// the queue before the bottleneck is lost, as in a router, so TCP sees what it sees in the world.
class Link {
 public:
  /// A rate of 0 means unlimited.
  struct Settings {
    Nanoseconds latency = 0;
    double bytes_per_second = 0;
    std::size_t queue_bytes = std::size_t{1} << 20;
    bool is_up = true;
  };
  struct Counters {
    std::uint64_t packets = 0;
    std::uint64_t bytes = 0;
    std::uint64_t lost_in_queue = 0;
    std::uint64_t lost_by_cut = 0;
  };

  /// When a packet that enters at `now` arrives; nothing if it is lost. Times never go backwards
  /// from packet to packet, even if the latency was lowered in between.
  std::optional<Nanoseconds> admit(Nanoseconds now, std::size_t bytes);

  void set(Nanoseconds latency, double bytes_per_second);
  void set_up(bool is_up) { settings_.is_up = is_up; }
  const Settings& settings() const { return settings_; }
  const Counters& counters() const { return counters_; }

 private:
  Settings settings_;
  Counters counters_;
  Nanoseconds free_at_ = 0;       // when the bottleneck has sent everything it accepted
  Nanoseconds last_arrival_ = 0;  // of the packet accepted last
};

}  // namespace wan
