// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace cardon {

/// How this process rounds: a checksum of exp, sin and the like over many arguments (the C library
/// picks versions by the processor, and they differ in last bits), and of sums and products that
/// show the rounding mode and whether denormal numbers are kept. Equal where processes compute the
/// same bits.
std::string arithmetic_checksum();

}  // namespace cardon
