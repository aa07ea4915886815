// SPDX-License-Identifier: Apache-2.0
// Compiled with -ffp-contract=fast.
#include "einstein_sweep.hpp"

namespace cardon::performance {

void einstein_sweep_contracted(const EinsteinArrays& arrays) { sweep(arrays); }

}  // namespace cardon::performance
