// SPDX-License-Identifier: Apache-2.0
// Right-hand sides with differences of order 4.
#include "rhs_tasks.hpp"
#include "tasks.hpp"

namespace cardon::einstein {

template void declare_rates<4>(ThornBuilder&);

}  // namespace cardon::einstein
