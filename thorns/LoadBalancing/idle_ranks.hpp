// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/placement.hpp>
#include <cardon/services/decomposition.hpp>
#include <cardon/services/machine.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Ranks that hold no blocks because the user says so: a run shrinks and grows while it runs.
class IdleRanks {
 public:
  /// What is wrong with a list: ranks that do not exist, or a site without any other rank. Empty:
  /// nothing.
  static std::string mistake(const std::vector<int>& ranks, const Machine& machine, int size);

  /// What is wrong with a list for these blocks: the other ranks of a site may not hold all of its
  /// blocks, of which a rank can have `limit`. Empty: nothing.
  static std::string shortage(const std::vector<int>& ranks, const Machine& machine,
                              const Decomposition& decomposition, int limit);

  /// From now on these, and no others.
  void set(std::vector<int> ranks);
  bool empty() const { return ranks_.empty(); }
  const std::vector<int>& ranks() const { return ranks_; }
  double working_share(int size) const { return 1 - double(ranks_.size()) / size; }
  /// Whether one of them has blocks.
  bool hold_blocks(const Decomposition& decomposition) const;
  /// Balancers give them nothing.
  void mark(BalanceProblem& problem) const;
  /// Owners by which they have no blocks: each of these goes to the rank of its site that has the
  /// least work for its speed, where points are the work. `machine`: as machine_loads().
  /// `between_sites`: blocks may go to ranks of all sites.
  std::vector<int> owners(const Decomposition& decomposition, BalanceProblem machine,
                          bool between_sites = false) const;

 private:
  std::vector<int> ranks_;
};

}  // namespace cardon
