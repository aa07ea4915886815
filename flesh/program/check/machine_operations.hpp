// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>
#include <vector>

#include "check/instruction_trace.hpp"

namespace cardon {

/// Floating-point operations that were executed. Quotients and square roots take several times as
/// long as others, so they are counted apart as well.
struct ExecutedOperations {
  double all = 0;
  double quotients = 0;  ///< of them
  double roots = 0;      ///< of them: square roots

  bool operator==(const ExecutedOperations&) const = default;
};

/// Floating-point operations of an x86-64 instruction in Intel syntax, such as "vaddpd" with "ymm0,
/// ymm1, ymm2": 4. Sums, differences, products, quotients, roots, minima and maxima count once for
/// each number in a register, fused multiply-adds twice; comparisons, conversions, rounding and
/// moves not at all. Numbers that a mask leaves out are counted.
int floating_point_operations(std::string_view mnemonic, std::string_view operands);

/// The sum over all executions. The instructions are read from the memory of this process.
/// Throws Error check/decoder where the decoder, InstructionDecoder.so, cannot be loaded.
ExecutedOperations floating_point_operations(const std::vector<ExecutedInstruction>& executed);

}  // namespace cardon
