// SPDX-License-Identifier: Apache-2.0
// One entry under `output:` of the parameter file.
#pragma once
#include <cardon/services/output.hpp>
#include <memory>
#include <string>
#include <vector>

#include "output/cadence.hpp"

namespace cardon {

struct OutputEntry {
  std::string name;   ///< service: "slices"
  OutputSetup setup;  ///< with the chosen fields and scalars
  std::shared_ptr<Output> service;
  Cadence cadence{Interval{1, 0}, 0};
  std::vector<int> analysis;  ///< Analysis tasks it needs, by id
};

}  // namespace cardon
