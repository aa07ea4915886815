// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/machine.hpp>
#include <cstddef>
#include <vector>

#include "clock.hpp"

namespace cardon {

/// What a message between two sites meets.
struct LinkSpeed {
  Nanoseconds latency = 0;  ///< one way
  Real bandwidth = 0;       ///< in byte/s; 0: no limit

  /// Bytes on the wire for so many bytes of a message: about 80 of the message library's envelope,
  /// then 52 of TCP and IP for every 1448.
  static std::size_t wire_bytes(std::size_t payload);
  /// How long a message of so many bytes occupies the link.
  Nanoseconds transfer(std::size_t payload) const;
};

/// Figures from site a to site b at index a * sites + b. Sites without a link of their own are
/// joined by the route of smallest latency: the sum of its latencies, the smallest of its
/// bandwidths. Throws Error (emulation/no-link) if two sites are joined by no route.
std::vector<LinkSpeed> link_speeds(const Machine& machine);

}  // namespace cardon
