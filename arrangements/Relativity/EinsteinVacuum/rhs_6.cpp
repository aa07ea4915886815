// SPDX-License-Identifier: Apache-2.0
// Right-hand sides with differences of order 6.
#include "rhs_tasks.hpp"
#include "tasks.hpp"

namespace cardon::einstein {

template void declare_rates<6>(ThornBuilder&);

}  // namespace cardon::einstein
