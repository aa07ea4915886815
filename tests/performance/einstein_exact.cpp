// SPDX-License-Identifier: Apache-2.0
#include "einstein_sweep.hpp"

namespace cardon::performance {

void einstein_sweep(const EinsteinArrays& arrays) { sweep(arrays); }

}  // namespace cardon::performance
