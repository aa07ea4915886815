// SPDX-License-Identifier: Apache-2.0
#include "check/machine_operations.hpp"

#include <algorithm>
#include <array>
#include <cardon/thorn/error.hpp>
#include <filesystem>

#include "files/lazy_function.hpp"
#include "modules/instruction_decoder.hpp"

namespace cardon {
namespace {

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

decltype(&cardon_decode) load_decoder() {
  const LazyFunction function = lazy_function("InstructionDecoder", "cardon_decode");
  if (function.address) return reinterpret_cast<decltype(&cardon_decode)>(function.address);
  throw Error(Problem{.slug = "check/decoder",
                      .message = "operations cannot be counted: the decoder of machine "
                                 "instructions cannot be loaded",
                      .notes = {function.reason},
                      .help = "install Cardon again, or omit --operations"});
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

ExecutedOperations floating_point_operations(const std::vector<ExecutedInstruction>& executed) {
  static const auto decode = load_decoder();
  ExecutedOperations operations;
  DecodedInstruction decoded{};
  for (const ExecutedInstruction& each : executed) {
    if (!decode(reinterpret_cast<const void*>(each.address), decoded)) continue;
    const double count =
        double(each.times) * floating_point_operations(decoded.mnemonic, decoded.operands);
    operations.all += count;
    if (begins_with_any(decoded.mnemonic, {"div", "vdiv", "fdiv"})) operations.quotients += count;
    if (begins_with_any(decoded.mnemonic, {"sqrt", "vsqrt", "fsqrt"})) operations.roots += count;
  }
  return operations;
}

}  // namespace cardon
