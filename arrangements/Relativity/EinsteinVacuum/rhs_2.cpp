// SPDX-License-Identifier: Apache-2.0
// Right-hand sides with differences of order 2.
#include "rhs_tasks.hpp"
#include "tasks.hpp"

namespace cardon::einstein {

template void metric_task<2>(Block&);
template void curvature_task<2>(Block&);
template void gamma_task<2>(Block&);

}  // namespace cardon::einstein
