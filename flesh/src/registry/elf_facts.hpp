// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace cardon {

/// What a loadable module says of itself without being loaded.
struct ElfFacts {
  std::string damage;  ///< why it is not whole, which the system's loader finds out by a signal
  /// Compiler, version and flags of its sources, equal ones once; empty if they were compiled
  /// without -frecord-gcc-switches.
  std::vector<std::string> compiled;
};

/// A file that cannot be read, or is of another kind, has no facts: loading it tells why.
ElfFacts elf_facts(const std::filesystem::path& file);

}  // namespace cardon
