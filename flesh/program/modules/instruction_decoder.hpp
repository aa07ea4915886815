// SPDX-License-Identifier: Apache-2.0
// The one function of InstructionDecoder.so. Its library of instruction sets has 1.3 MB of tables
// that the system's loader adjusts whenever a program starts that is linked with it, 370 of 2190
// page faults of `cardon check`; so it is loaded when instructions are counted.
#pragma once

namespace cardon {

/// An x86-64 instruction in Intel syntax.
struct DecodedInstruction {
  char mnemonic[32];   ///< "vaddpd"
  char operands[160];  ///< "ymm0, ymm1, ymm2"
};

}  // namespace cardon

/// Whether `instruction`, in the memory of this process, could be decoded. The base of an address
/// may have another name where the library does not know the combination of registers.
extern "C" bool cardon_decode(const void* instruction, cardon::DecodedInstruction& decoded);
