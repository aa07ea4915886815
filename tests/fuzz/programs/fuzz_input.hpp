// SPDX-License-Identifier: Apache-2.0
// What all fuzzed programs share.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

namespace cardon::fuzz {

/// What the programs do with an input. An exception that they let through is a crash.
void try_checkpoint(const std::uint8_t* data, std::size_t size);
void try_codecs(const std::uint8_t* data, std::size_t size);
void try_ensemble(const std::uint8_t* data, std::size_t size);
void try_machine(const std::uint8_t* data, std::size_t size);
void try_parameters(const std::uint8_t* data, std::size_t size);
void try_pieces(const std::uint8_t* data, std::size_t size);

/// Ends the program, which libFuzzer takes for a crash, unless `holds`.
inline void require(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: %s\n", what.c_str());
  std::abort();
}

/// No input may keep the processor busy for long. libFuzzer itself looks at the clock on the wall,
/// which says little on a busy machine.
class TimeLimit {
 public:
  ~TimeLimit() {
    const double seconds = double(std::clock() - start_) / CLOCKS_PER_SEC;
    require(seconds < 3, "an input took " + std::to_string(seconds) + " s of processor time");
  }

 private:
  std::clock_t start_ = std::clock();
};

/// The texts between lines "%%"; `count` of them, the last ones empty where there are fewer.
inline std::vector<std::string> parts(const std::uint8_t* data, std::size_t size,
                                      std::size_t count) {
  constexpr std::string_view line = "\n%%\n";
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> texts;
  while (texts.size() + 1 < count) {
    const std::size_t end = rest.find(line);
    texts.emplace_back(rest.substr(0, end));
    rest.remove_prefix(end == rest.npos ? rest.size() : end + line.size());
  }
  texts.emplace_back(rest);
  return texts;
}

}  // namespace cardon::fuzz
