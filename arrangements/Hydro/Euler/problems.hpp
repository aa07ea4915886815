// SPDX-License-Identifier: Apache-2.0
// Initial data, and exact solutions where they are known.
#pragma once
#include <cardon/thorn.hpp>

namespace euler {

/// Declares them and, for fixed steps, the limit that follows from the fastest signal that is
/// foreseen. Data of no gas, or that are not where they should be, are refused (euler/riemann,
/// euler/vortex).
void declare_problems(cardon::ThornBuilder& thorn);

}  // namespace euler
