// SPDX-License-Identifier: Apache-2.0
// The side of a driver that a load balancer acts on.
#pragma once
#include <algorithm>
#include <cardon/services/machine.hpp>
#include <cardon/services/parameter_set.hpp>
#include <functional>
#include <string>
#include <vector>

namespace cardon {

/// The section of parameters that names the balancer of a run.
inline constexpr const char* balance_section = "balance";

/// The balancer that stands for `auto` where ranks have several blocks and others to give them to,
/// else for `none`.
inline constexpr const char* balance_with_blocks = "with_blocks";

/// Whether a tuner may move the boundaries between sites of a run that is not balanced.
inline bool has_free_boundaries(const ParameterSet& parameters) {
  const auto text_of = [&](const char* section, const char* name) {
    const ParameterSection* found = parameters.registry().find(section);
    return found != nullptr && found->find(name) != nullptr
               ? parameters.get<std::string>(section, name)
               : std::string();
  };
  const std::string tuner = text_of("tuning", "tuner");
  return !tuner.empty() && tuner != "none" && text_of("driver", "decomposition") != "fixed";
}

/// Whether a balanced run may give blocks to ranks of other sites.
inline bool crosses_sites(const ParameterSet& parameters) {
  const ParameterSection* section = parameters.registry().find(balance_section);
  return section != nullptr && section->find("between_sites") != nullptr &&
         parameters.get<std::string>(balance_section, "between_sites") == "always";
}

/// Whether a run moves blocks between ranks, so that the tuner need not divide work among them.
/// `blocks_per_rank`: those that were asked for, 0 if none were. On several sites with a tuner,
/// ranks that have nobody to give blocks to at their site are not balanced unless the user says so.
inline bool is_balanced(const ParameterSet& parameters, const std::vector<Site>& sites,
                        int blocks_per_rank) {
  if (parameters.registry().find(balance_section) == nullptr) return false;
  const auto balancer = parameters.get<std::string>(balance_section, "balancer");
  if (balancer != balance_with_blocks) return balancer != "none";
  const auto has_two_ranks = [](const Site& site) { return site.ranks.size() > 1; };
  return blocks_per_rank > 1 &&
         (sites.size() < 2 || !has_free_boundaries(parameters) ||
          (!crosses_sites(parameters) && std::any_of(sites.begin(), sites.end(), has_two_ranks)));
}

/// Messages from one block to another, also to one of the same rank.
struct BlockTraffic {
  int to = 0;           ///< block
  double messages = 0,  ///< number of messages
      bytes = 0;        ///< of the values that are sent, before compression
};

/// What a block was to its rank since it was measured last.
struct BlockMeasure {
  int block = 0;       ///< number of the block, index into Decomposition::rank_of_block
  double seconds = 0;  ///< s that the rank spent on it: computing, boundaries, packing. What
                       ///< something else held the core for does not count
  double bytes = 0;    ///< of the state that goes with it when it migrates
  std::vector<BlockTraffic> sent;  ///< by block
};

/// Packing and unpacking at this rank's ends of messages.
struct MessageEnds {
  double seconds = 0,  ///< s of the processor, sending and copying included
      bytes = 0;       ///< packed and unpacked
};

/// What a rank did besides since it was measured last, in s.
struct RankMeasure {
  double background = 0;   ///< for messages that arrive, charged to no block
  double interrupted = 0;  ///< in which it had work, but something else held its core
  MessageEnds far,         ///< messages to and from other ranks; in blocks and background as well
      near;                ///< the same, between blocks of this rank
};

/// A driver whose blocks can go to other ranks while a run goes on. The table of their owners is
/// Decomposition::rank_of_block of Driver::decomposition(); the boxes of the blocks stay.
class BlockMigration {
 public:
  virtual ~BlockMigration() = default;
  /// Gives every block to the rank that the table says, also at another site: all levels that carry
  /// something from step to step go with it. Between Driver::finish() and the next execute(), with
  /// the same table on all ranks; only ranks between which blocks move wait for each other. A rank
  /// may end up without blocks, none may get more than max_blocks_per_rank(). Afterwards
  /// decomposition() and links() are new, all owned points are right and all ghost points unknown
  /// (StepOrder::replan).
  virtual void migrate(const std::vector<int>& rank_of_block) = 0;
  /// Ranks that are to have no blocks from now on; empty: none. Where the user leaves the cut of
  /// the grid to the driver, each of several sites gets as many points as its other ranks are fast,
  /// now and whenever the grid is decomposed. True: it was decomposed again, as by
  /// Tunable::apply(), which tells when this may be called and what it throws; every rank may own
  /// blocks then, and migrate() has to follow.
  virtual bool leave_idle(const std::vector<int>& ranks) {
    static_cast<void>(ranks);
    return false;
  }
  /// The most blocks that migrate() may give to one rank.
  virtual int max_blocks_per_rank() const = 0;
  /// Calls `take` once for every block of this rank, when the block has come to the end of what
  /// Driver::execute() was given: now, or during later calls of execute() or finish(). So all
  /// blocks are measured over the same steps although they run ahead of each other.
  virtual void measure_when_current(const std::function<void(const BlockMeasure&)>& take) = 0;
  /// What this rank did since the last call.
  virtual RankMeasure take_rank_measure() = 0;
};

/// A driver that cuts the grid into parts for sites, and can give them other parts while a run goes
/// on.
class SiteDivision {
 public:
  virtual ~SiteDivision() = default;
  /// Whether the parts can change: there are several sites, and the user leaves the cut of the grid
  /// to the driver.
  virtual bool can_divide_among_sites() const = 0;
  /// Multiplies what each site gets of the grid by its factor, as far as whole planes allow, now
  /// and whenever the grid is decomposed. Within a site, blocks become larger or smaller, and stay
  /// with their ranks. Otherwise as Tunable::apply(), which tells when this may be called and what
  /// it throws.
  virtual void divide_among_sites(const std::vector<double>& factors) = 0;
};

}  // namespace cardon
