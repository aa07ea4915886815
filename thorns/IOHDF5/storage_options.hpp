// SPDX-License-Identifier: Apache-2.0
// How values are stored in field files.
#pragma once
#include <cstddef>

namespace cardon {

struct StorageOptions {
  int deflate = 0;      ///< level of compression; 0: none
  bool single = false;  ///< 32-bit floating point
  std::size_t number_bytes() const { return single ? 4 : 8; }
};

}  // namespace cardon
