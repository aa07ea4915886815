// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>
#include <vector>

namespace cardon {

/// What looking for better settings has cost one rank, in s. Steps that were slower than those
/// before are not in it: they cost all ranks the same.
struct SearchCost {
  double calibration = 0;  ///< measuring its speed before the grid was cut
  double waiting = 0;      ///< for decisions, and telling what was measured
  double changing = 0;     ///< pipeline run empty, points moved, new plans made
  double trials = 0;       ///< of codecs
  double thinking = 0;     ///< processor time of the tuner beside the steps; rank 0 only

  double total() const { return calibration + waiting + changing + trials + thinking; }
};

/// Of all ranks, in their order. Collective.
std::vector<SearchCost> gather_costs(const SearchCost& mine, Transport& transport);

}  // namespace cardon
