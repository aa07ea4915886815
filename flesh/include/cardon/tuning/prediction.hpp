// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

namespace cardon {

/// What a step of the steady state is expected to cost, in s of the slowest rank.
struct Prediction {
  double seconds_per_step = 0;  ///< of all parts together
  double efficiency = 0;        ///< E = t_ideal / t_elapsed
  double own_compute = 0;       ///< mean over ranks, owned points only: t_comp of Allen and others
  double compute = 0;           ///< redundant points included
  double redundant = 0;         ///< part of compute: points beyond the owned ones
  double exchange = 0;          ///< packing, codecs, unpacking
  double exposed = 0;           ///< waiting for messages, and for slower ranks
  double imbalance = 1;         ///< largest / mean compute time over ranks
  std::size_t memory = 0;       ///< byte: grid functions of the rank that needs most
};

}  // namespace cardon
