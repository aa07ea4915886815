// SPDX-License-Identifier: Apache-2.0
// The places of probes, as users write them.
#pragma once
#include <cardon/services/grid.hpp>
#include <cardon/services/section_values.hpp>
#include <string>
#include <vector>

namespace cardon {

struct Probe {
  std::string name;
  Vec3 position;
  Location where;  ///< of the name, or of what stands in its place
};

/// From `points`, a list of places or a map of names and places, and `line`, a map or a list of
/// maps {from, to, count, name}. Those without a name are p1, p2, ... Appends problems:
/// output/no-points, output/wrong-length, output/probe-name, output/outside-domain, and those of
/// node_reading.hpp.
std::vector<Probe> read_probes(const SectionValues& values, const Grid& grid,
                               std::vector<Problem>& problems);

}  // namespace cardon
