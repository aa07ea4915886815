// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/machine.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Ranks of one site whose blocks lie in one file; the first of them writes it.
struct WriterGroup {
  std::string site;
  int number = 0;  ///< of the group in its site
  std::vector<int> ranks;
  int writer() const { return ranks.front(); }
};

/// The ranks of every site in `writers` groups of equal size, as far as it has so many ranks.
std::vector<WriterGroup> writer_groups(const Machine& machine, int writers);
/// Index of the group of a rank. Throws Bug for one in no group.
int group_of(const std::vector<WriterGroup>& groups, int rank);

}  // namespace cardon
