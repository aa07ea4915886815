// SPDX-License-Identifier: Apache-2.0
// Right-hand sides with differences of order 8.
#include "rhs_tasks.hpp"
#include "tasks.hpp"

namespace cardon::einstein {

template void declare_rates<8>(ThornBuilder&);

}  // namespace cardon::einstein
