// SPDX-License-Identifier: Apache-2.0
#include "check/machine_operations.hpp"

#include <capstone.h>

#include <algorithm>
#include <array>

namespace cardon {
namespace {

constexpr std::size_t max_instruction_bytes = 15;

bool begins_with_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.starts_with(word); });
}

/// Numbers of 8 bytes (pd) or 4 (ps) in the widest register named; 1 for scalars (sd, ss).
int numbers_in(std::string_view type, std::string_view operands) {
  if (type == "sd" || type == "ss") return 1;
  const int bytes = operands.find("zmm") != std::string_view::npos   ? 64
                    : operands.find("ymm") != std::string_view::npos ? 32
                                                                     : 16;
  return bytes / (type == "pd" ? 8 : 4);
}

int x87_operations(std::string_view mnemonic) {
  static constexpr std::array counted{"fadd",   "faddp",  "fsub",  "fsubp", "fsubr",
                                      "fsubrp", "fmul",   "fmulp", "fdiv",  "fdivp",
                                      "fdivr",  "fdivrp", "fsqrt"};
  return std::find(counted.begin(), counted.end(), mnemonic) != counted.end() ? 1 : 0;
}

}  // namespace

int floating_point_operations(std::string_view mnemonic, std::string_view operands) {
  if (mnemonic.starts_with('f')) return x87_operations(mnemonic);
  if (mnemonic.starts_with('v')) mnemonic.remove_prefix(1);
  if (mnemonic.size() < 5) return 0;
  const std::string_view type = mnemonic.substr(mnemonic.size() - 2);
  if (type != "sd" && type != "ss" && type != "pd" && type != "ps") return 0;
  if (begins_with_any(mnemonic, {"fmadd", "fmsub", "fnmadd", "fnmsub"}))
    return 2 * numbers_in(type, operands);
  const bool counted =
      begins_with_any(mnemonic, {"add", "sub", "mul", "div", "sqrt", "min", "max", "hadd", "hsub"});
  return counted ? numbers_in(type, operands) : 0;
}

double floating_point_operations(const std::vector<ExecutedInstruction>& executed) {
  csh decoder = 0;
  if (cs_open(CS_ARCH_X86, CS_MODE_64, &decoder) != CS_ERR_OK) return 0;
  double operations = 0;
  for (const ExecutedInstruction& each : executed) {
    cs_insn* instruction = nullptr;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(each.address);
    if (cs_disasm(decoder, bytes, max_instruction_bytes, each.address, 1, &instruction) != 1)
      continue;
    operations +=
        double(each.times) * floating_point_operations(instruction->mnemonic, instruction->op_str);
    cs_free(instruction, 1);
  }
  cs_close(&decoder);
  return operations;
}

}  // namespace cardon
