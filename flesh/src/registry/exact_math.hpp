// SPDX-License-Identifier: Apache-2.0
// Compilers may be told to change results of floating-point operations. Then ranks, blocks and
// ghost zones would change bits.
#pragma once
#include <string>

namespace cardon {

/// The first flag by which the compiler need not follow the rules of floating-point numbers, of the
/// flags of one source as recorded by -frecord-gcc-switches; empty if there is none.
std::string inexact_flag(const std::string& compiled);

}  // namespace cardon
