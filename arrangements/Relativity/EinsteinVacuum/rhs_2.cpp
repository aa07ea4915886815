// SPDX-License-Identifier: Apache-2.0
// Right-hand sides with differences of order 2.
#include "rhs_tasks.hpp"
#include "tasks.hpp"

namespace cardon::einstein {

template void declare_rates<2>(ThornBuilder&);

}  // namespace cardon::einstein
