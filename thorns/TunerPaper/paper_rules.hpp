// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// Figures in the rules of Allen, Dramlitsch, Foster, Karonis, Ripeanu, Seidel, Toonen: "Supporting
/// Efficient Execution in Heterogeneous Distributed Computing Environments with Cactus and Globus",
/// SC2001.
struct PaperRules {
  double same = 0.2;  ///< less of the lost time gained than this share: about the same
  long average = 10;  ///< steps over which the efficiency is averaged
  long period = 500;  ///< steps after which compression is looked at again
};

}  // namespace cardon
