// SPDX-License-Identifier: Apache-2.0
#include "modules/instruction_decoder.hpp"

#include <capstone.h>

#include <array>
#include <cstdint>
#include <cstring>

namespace {

constexpr std::size_t max_instruction_bytes = 15;

// Closed by the end of the process.
csh open_decoder() {
  csh decoder = 0;
  return cs_open(CS_ARCH_X86, CS_MODE_64, &decoder) == CS_ERR_OK ? decoder : 0;
}

// Null if there is none.
cs_insn* disassemble(const std::uint8_t* bytes, std::uint64_t address) {
  static const csh decoder = open_decoder();
  cs_insn* found = nullptr;
  const bool one =
      decoder && cs_disasm(decoder, bytes, max_instruction_bytes, address, 1, &found) == 1;
  return one ? found : nullptr;
}

// Capstone 4 rejects instructions of AVX-512 whose address has a base and an index from r8 to r15.
// The same with a base below r8, by bit B of the prefix. (Others that it rejects move or compare.)
cs_insn* disassemble_with_low_base(const std::uint8_t* bytes, std::uint64_t address) {
  constexpr std::uint8_t evex_prefix = 0x62, low_base = 0x20;
  if (bytes[0] != evex_prefix) return nullptr;
  std::array<std::uint8_t, max_instruction_bytes> changed;
  std::memcpy(changed.data(), bytes, max_instruction_bytes);
  changed[1] |= low_base;
  return disassemble(changed.data(), address);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) bool cardon_decode(
    const void* instruction, cardon::DecodedInstruction& decoded) {
  const auto* bytes = static_cast<const std::uint8_t*>(instruction);
  const auto address = reinterpret_cast<std::uintptr_t>(instruction);
  cs_insn* found = disassemble(bytes, address);
  if (!found) found = disassemble_with_low_base(bytes, address);
  if (!found) return false;
  static_assert(sizeof found->mnemonic <= sizeof decoded.mnemonic &&
                sizeof found->op_str <= sizeof decoded.operands);
  std::memcpy(decoded.mnemonic, found->mnemonic, sizeof found->mnemonic);
  std::memcpy(decoded.operands, found->op_str, sizeof found->op_str);
  cs_free(found, 1);
  return true;
}
