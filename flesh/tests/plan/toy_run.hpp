// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "plan/cyclic_sequence.hpp"
#include "plan/planner.hpp"
#include "provenance.hpp"
#include "random_case.hpp"
#include "toy_fields.hpp"

namespace cardon::plan {

/// The planner inputs of a case: one for each site, or the same for all. Link 0 is the one between
/// the blocks of a site, the others are wide ones; `links[site]` tells which of them are the site's
/// left and right ones (-1: none).
struct SiteLinks {
  int left = -1;
  int right = -1;
};
PlanInput site_input(const RandomCase& c, const Site& site, SiteLinks& links);

/// Executes a random case as the planner says and next to it on a single domain, and compares after
/// every operation.
class ToyRun {
 public:
  static constexpr int never = -1;
  /// Before step `restart` all but the own points of the sites is lost, and the plan starts again.
  ToyRun(const RandomCase& c, const Rules& rules, int restart = never);
  ~ToyRun();
  /// Empty if every point that was computed or sent was right and was used later, and no slot was
  /// sent to where it was right already, else what went wrong. With a restart it does not matter
  /// whether points are used.
  std::string run();

 private:
  struct Block;
  struct SiteRun;
  using Duty = Provenance::Duty;
  /// Of one slot in one exchange.
  struct Received {
    int points = 0;
    int news = 0;  // points that were not right before
    void add(bool new_here) {
      ++points;
      if (new_here) ++news;
    }
  };

  void make_sites(const Rules& rules);
  bool exposes(const SiteRun& run) const;
  const Operation* peek(SiteRun& site);
  void execute_everything();
  void execute(int task);
  void end_step();
  void restart();
  Range region(const SiteRun& site, const std::vector<int>& layers) const;
  Range region(const SiteRun& site, const Block& block, const std::vector<int>& layers) const;
  ToyTask toy_task(int task) const;
  int global(int x) const { return (x % case_.points + case_.points) % case_.points; }

  void exchanges(SiteRun& site);
  Received exchange_blocks(SiteRun& site, const SlotDepth& sent);
  Received exchange_wide(SiteRun& site, const Operation& operation, const SlotDepth& sent);
  /// True if the point was not right before.
  bool copy(const SiteRun& site, Block& to, Block& from, int slot, int x, int from_x);
  Block& owner(SiteRun& site, int x);

  void compute_reference(const ToyTask& task);
  void compute(SiteRun& site, const Operation& operation, const ToyTask& task);
  void compute(const SiteRun& site, Block& block, const Range& points, const ToyTask& task);
  void store(Block& block, const ToyTask& task, int x, std::uint64_t hash, int value);
  int new_value(const SiteRun& site, const Block& block, int x);
  Duty duty(const SiteRun& site, const Block& block, int x) const;

  const RandomCase& case_;
  int restart_;
  CyclicSequence sequence_;
  std::vector<std::unique_ptr<Planner>> planners_;
  std::vector<std::unique_ptr<SiteRun>> sites_;
  ToyFields reference_;
  Provenance provenance_;
  std::vector<std::uint64_t>
      scratch_;  // hashes of one task, so that in-place tasks read old values only
  int operation_ = 0;
  int group_base_ = 0;   // groups of the running operation, one per point of the site's region
  int group_first_ = 0;  // the point of the first of them
};

}  // namespace cardon::plan
