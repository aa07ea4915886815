// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>

namespace cardon {

/// A table at a step.
struct TableState {
  std::string name;  ///< in the run folder: "spheres/phi.r1.tsv"
  std::uint64_t bytes = 0;
  std::string checksum;  ///< of these bytes, as DataChecksum
};

}  // namespace cardon
