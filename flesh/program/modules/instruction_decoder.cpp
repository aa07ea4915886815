// SPDX-License-Identifier: Apache-2.0
#include "modules/instruction_decoder.hpp"

#include <capstone.h>

#include <cstdint>
#include <cstring>

namespace {

constexpr std::size_t max_instruction_bytes = 15;

// Closed by the end of the process.
csh open_decoder() {
  csh decoder = 0;
  return cs_open(CS_ARCH_X86, CS_MODE_64, &decoder) == CS_ERR_OK ? decoder : 0;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) bool cardon_decode(
    const void* instruction, cardon::DecodedInstruction& decoded) {
  static const csh decoder = open_decoder();
  cs_insn* found = nullptr;
  const auto* bytes = static_cast<const std::uint8_t*>(instruction);
  const auto address = reinterpret_cast<std::uintptr_t>(instruction);
  if (!decoder || cs_disasm(decoder, bytes, max_instruction_bytes, address, 1, &found) != 1)
    return false;
  static_assert(sizeof found->mnemonic <= sizeof decoded.mnemonic &&
                sizeof found->op_str <= sizeof decoded.operands);
  std::memcpy(decoded.mnemonic, found->mnemonic, sizeof found->mnemonic);
  std::memcpy(decoded.operands, found->op_str, sizeof found->op_str);
  cs_free(found, 1);
  return true;
}
