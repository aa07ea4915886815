// SPDX-License-Identifier: Apache-2.0
// What all ranks of a run must have in common. Every function is collective.
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/transport.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/warnings.hpp"
#include "launch/run_options.hpp"
#include "registry/thorn_library.hpp"

namespace cardon {

/// Where the lines of some rank are not those of rank 0.
struct RankDifference {
  int rank = 0;  ///< the lowest one
  std::string host;
  std::size_t line = 0;       ///< from 0
  std::string first, theirs;  ///< on rank 0 and on `rank`; empty: its lines have ended
};

/// The first difference; none where all ranks have the same. The same on all ranks.
std::optional<RankDifference> find_rank_difference(const std::vector<std::string>& lines,
                                                   Transport& transport);

/// Throws Error "run/launcher" where the launcher started several processes that MPI does not join,
/// "run/ranks-differ" where a rank has another version or other arguments than rank 0.
void require_same_start(const RunOptions& options, Transport& transport);

/// Throws Error "parameter/data-files-differ" (exit_environment) if a rank has read other values
/// than rank 0.
void compare_data_files(const ParameterSet& parameters, Transport& transport);

/// Throws Error "run/ranks-differ" where a parameter has another value than on rank 0 (data files
/// count by what is in them), "run/mixed-ranks" where thorns or arithmetic are others; with
/// transport.mixed_ranks = always the latter is a warning.
void require_same_run(const ThornLibrary& library, const ParameterSet& parameters,
                      Warnings& warnings, Transport& transport);

}  // namespace cardon
