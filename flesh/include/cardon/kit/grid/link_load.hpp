// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

namespace cardon {

/// What a wide link costs the ranks next to it, in point updates of those ranks.
struct LinkLoad {
  int depth = 1;  ///< ghost layers on both sides of the link
  /// Work to prepare and take in messages (packing, compression), per point of the face and step:
  /// at the site that comes first in the list of sites, and at the other. Half of it is taken for
  /// what is sent, half for what is received.
  double packing[2] = {0, 0};
  /// Work of the j-th ghost layer (0 next to the core) per step, relative to an owned point. Empty:
  /// as `redundant_work` says for one task per step with the radius of the grid.
  std::vector<double> layers;
};

/// The work of each ghost layer if every step has one task of this radius and messages are
/// exchanged as seldom as the depth allows, every n = depth / radius steps: in n steps layer j is
/// computed n - 1 - j / radius times.
std::vector<double> redundant_work(int depth, int radius);

}  // namespace cardon
