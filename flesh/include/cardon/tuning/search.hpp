// SPDX-License-Identifier: Apache-2.0
// Looks for the best settings with the cost model, without running anything.
#pragma once
#include <cardon/tuning/cost_model.hpp>
#include <vector>

namespace cardon {

/// What a search may choose from.
struct SearchSpace {
  TunableSet freedom;  ///< what is not free stays as in the settings that the search starts from
  /// Chains that may be used; none at all always may. In each direction of a link only those are
  /// tried whose ratio and speed are known there (MachineEstimate::codecs).
  std::vector<CodecNames> chains;
  int max_depth = 0;  ///< most ghost layers; 0: as many as fit
  /// Settings whose steps take longer by less than this share count as equally good; among them
  /// shallower links, then fewer blocks, then what is used at the start are preferred.
  double tolerance = 0.003;
};

/// Settings and what the model predicts for them.
struct Candidate {
  DriverSettings settings;  ///< that were tried
  Prediction prediction;    ///< in s of the slowest rank
};

/// What a search found.
struct SearchResult {
  Candidate start;  ///< the settings that the search started from
  Candidate best;   ///< the fastest, or preferred among those within the tolerance
  /// The best of what was tried with other depths, blocks or overlap than `best`, ascending in
  /// time; settings that differ in codecs or weights alone are listed once.
  std::vector<Candidate> alternatives;
  int tried = 0;  ///< predictions made
};

/// Climbs from `start`: codecs by link and direction, depths by link, blocks per rank, overlap and
/// weights in turn, until none of them gets better. Depends on nothing but its arguments. Weights
/// are those that the estimate says: speeds 1 / relative_cost, and packing by what bytes cost with
/// the chains in question. Throws Bug if the grid cannot be cut with the settings at the start.
SearchResult search_settings(const CostModel& model, const SearchSpace& space,
                             const MachineEstimate& machine, const DriverSettings& start);

/// Settings with the weights that the estimate says.
DriverSettings with_measured_weights(const Program& program, const MachineEstimate& machine,
                                     DriverSettings settings);

/// What is known of a chain on a direction of a link; null: nothing. The empty chain need not be
/// listed: it has ratio 1 and costs nothing.
const CodecEstimate* find_chain(const MachineEstimate& machine, int link, int direction,
                                const CodecNames& chain);

}  // namespace cardon
