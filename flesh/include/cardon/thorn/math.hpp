// SPDX-License-Identifier: Apache-2.0
// Functions of one value for kernels. They are the scalar versions: vector versions of exp, sin and
// the like differ in the last bit, and compilers use them for the body of a loop and not for its
// remainder.
#pragma once
#include <cmath>

namespace cardon {
using std::abs;
using std::cos;
using std::exp;
using std::log;
using std::pow;
using std::sin;
using std::sqrt;
using std::tanh;

/// The ratio of a circle's circumference to its diameter.
inline constexpr double pi_number = 3.14159265358979323846;
}  // namespace cardon
