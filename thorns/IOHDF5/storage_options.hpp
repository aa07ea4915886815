// SPDX-License-Identifier: Apache-2.0
// How values are stored in field files.
#pragma once

namespace cardon {

struct StorageOptions {
  int deflate = 0;      ///< level of compression; 0: none
  bool single = false;  ///< 32-bit floating point
  bool parallel =
      false;  ///< all ranks of MPI_COMM_WORLD write together; else the caller writes alone
};

}  // namespace cardon
