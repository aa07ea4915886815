// SPDX-License-Identifier: Apache-2.0
// All fuzzed programs are one, which is compiled and linked once. The name by which it is called,
// such as fuzz_parameters, says what reads the inputs.
#include <filesystem>
#include <map>

#include "fuzz_input.hpp"

namespace {

using Reader = void (*)(const std::uint8_t* data, std::size_t size);

Reader reader = nullptr;

}  // namespace

/// Called by libFuzzer before the first input.
extern "C" int LLVMFuzzerInitialize(int*, char*** arguments) {
  using namespace cardon::fuzz;
  const std::map<std::string, Reader> readers = {
      {"fuzz_checkpoint", try_checkpoint}, {"fuzz_codecs", try_codecs},
      {"fuzz_ensemble", try_ensemble},     {"fuzz_machine", try_machine},
      {"fuzz_parameters", try_parameters}, {"fuzz_pieces", try_pieces}};
  const std::string name = std::filesystem::path((*arguments)[0]).filename();
  require(readers.contains(name), "there is no program " + name);
  reader = readers.at(name);
  return 0;
}

/// Called by libFuzzer with every input that it makes up.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const cardon::fuzz::TimeLimit limit;
  reader(data, size);
  return 0;
}
