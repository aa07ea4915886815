// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>
#include <string>
#include <vector>

#include "launch/loaded_modules.hpp"

namespace cardon {

/// What runs where, in the order of ranks.
struct RankFacts {
  std::vector<std::string> hosts;
  /// Model and C library: its mathematical functions may round differently on another.
  std::vector<std::string> processors;
  /// By rank: "NAME CHECKSUM" of each module that is another one than on rank 0.
  std::vector<std::vector<std::string>> other_modules;
};

/// Collective; `modules` are those of this rank.
RankFacts gather_rank_facts(const std::vector<LoadedModule>& modules, Transport& transport);

/// "0-3, 6"; `ranks` in ascending order.
std::string rank_ranges(const std::vector<int>& ranks);

}  // namespace cardon
