// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/machine.hpp>
#include <cardon/services/transport.hpp>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "output/run_tables.hpp"

namespace cardon {

/// The tables of a run as they were at one of its checkpoints.
struct EarlierTables {
  std::map<std::string, std::string> texts;  ///< by name, on rank 0
  std::vector<std::string> damage;           ///< what is wrong with others, in words; on all ranks
};

/// Reads from the folder of a run what the manifest says that its tables held, and verifies it.
/// What rank 0 does not see comes from the first rank of a site that does. Collective.
EarlierTables read_earlier_tables(const std::filesystem::path& run,
                                  const std::vector<TableState>& tables, const Machine& machine,
                                  Transport& transport);

}  // namespace cardon
