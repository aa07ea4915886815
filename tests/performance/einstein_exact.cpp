// SPDX-License-Identifier: Apache-2.0
#include "einstein_sweep.hpp"

namespace cardon::performance {

void einstein_sweep(const EinsteinArrays& arrays, int task) { sweep(arrays, task); }

}  // namespace cardon::performance
