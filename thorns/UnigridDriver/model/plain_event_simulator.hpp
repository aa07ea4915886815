// SPDX-License-Identifier: Apache-2.0
// A run of the plain driver in virtual time, without fields. An approximation: messages of several
// ranks over one link between sites queue in the order in which the ranks are walked, not by time.
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <cardon/kit/tiles/segment_shape.hpp>
#include <cardon/plan/cyclic_plan.hpp>
#include <cardon/tuning/machine_estimate.hpp>
#include <list>
#include <map>
#include <memory>
#include <vector>

namespace cardon::unigrid {

/// What all ranks of a virtual run share.
struct VirtualSetup {
  const Program* program = nullptr;
  std::shared_ptr<const Layout> layout;     ///< rank n has block n
  std::vector<plan::Operation> operations;  ///< prologue, then cycle
  std::size_t prologue = 0;                 ///< operations in it
  long prologue_steps = 0, cycle_steps = 0;
  FaceReach reach{};                   ///< of the boundaries of the faces
  std::vector<int> site_of_rank;       ///< in the order of the chain of sites
  std::vector<std::vector<int>> near;  ///< by block, those that it may exchange with, and itself
  bool tiles = false;                  ///< operations between two exchanges are executed together

  /// The plan continues for ever.
  std::size_t index(long position) const {
    const auto n = std::size_t(position);
    return n < prologue ? n : prologue + (n - prologue) % (operations.size() - prologue);
  }
};

class VirtualRank;

/// Messages of a virtual run, and the ranks that send them.
class PlainEventSimulator {
 public:
  /// Everything is referred to. Throws Bug if a cost is negative or no number.
  PlainEventSimulator(const VirtualSetup& setup, const MachineEstimate& costs, bool overlap);
  ~PlainEventSimulator();

  /// All ranks finish this step, the initial one being 0. `together`: none of them begins a step
  /// before all have finished the one before.
  void run_to(long step, bool together = false);
  /// s at which the last rank did.
  double finished(long step) const;
  const std::list<VirtualRank>& ranks() const { return ranks_; }
  std::list<VirtualRank>& ranks() { return ranks_; }

  /// What has arrived of an exchange at a rank.
  struct Mail {
    int messages = 0;
    double latest = 0;  ///< s at which the last of them came
  };
  /// A message leaves at a time.
  void post(int from, int to, long exchange, double bytes, double time);
  Mail mail(int rank, long exchange) const;
  void forget(int rank, long exchange) { mail_[std::size_t(rank)].erase(exchange); }

  const VirtualSetup& setup() const { return setup_; }
  const MachineEstimate& costs() const { return costs_; }
  bool overlap() const { return overlap_; }

 private:
  double arrival(int from, int to, double bytes, double time);

  const VirtualSetup& setup_;
  const MachineEstimate& costs_;
  bool overlap_;
  std::list<VirtualRank> ranks_;
  std::vector<std::map<long, Mail>> mail_;  // by receiver, then by number of the exchange
  std::vector<double> busy_[2];             // until when a link between sites is, by direction
};

}  // namespace cardon::unigrid
