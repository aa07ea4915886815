// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <vector>

#include "host_pairs.hpp"

namespace cardon {

/// Times in which something was on its way over a link.
struct BusyPeriods {
  std::vector<double> spans;             ///< s, see below
  std::vector<double> seconds_per_byte;  ///< of periods in which the link was the limit
  std::size_t free = 0;                  ///< periods in which it was not
};

/// Puts the messages of all ranks together: one joins a period if it could arrive (sent, and the
/// least delay later) before the last one there has. With T from the moment when the first piece
/// could arrive to that when the last did, V the bytes of the period, and b those of the piece with
/// the least delay: the link took T / (V - b) per byte. It was the limit if the last pieces of most
/// messages waited, that is came a fifth of the message's own T later than they could. A period
/// of a single piece, in which little waited, or whose end is not known within a fifth of T, counts
/// as free; one whose end nobody saw tells nothing.
BusyPeriods busy_periods(const HostPair& pair);

}  // namespace cardon
