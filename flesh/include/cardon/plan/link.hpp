// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace cardon::plan {

/// A way on which ghost points are exchanged, with its own ghost depth.
struct Link {
  std::string name;  ///< for texts: that of the link between two sites, such as "a-b"
  int depth = 0;     ///< ghost layers kept on this link
  int level = 0;  ///< 0: between the blocks of a site; 1: between sites; every exchange forces one
                  ///< on all lower levels
  int axis = -1;  ///< 0, 1, 2: only the radius in x, y, z counts; -1: the largest of the three
};

}  // namespace cardon::plan
