// SPDX-License-Identifier: Apache-2.0
// Right-hand sides with differences of order 8.
#include "rhs_tasks.hpp"
#include "tasks.hpp"

namespace cardon::einstein {

template void metric_task<8>(Block&);
template void curvature_task<8>(Block&);
template void gamma_task<8>(Block&);

}  // namespace cardon::einstein
