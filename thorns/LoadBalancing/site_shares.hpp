// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_problem.hpp>
#include <cardon/thorn/box.hpp>
#include <optional>
#include <vector>

namespace cardon {

/// What a window tells besides the loads of blocks.
struct SiteWindow {
  long step = 0;       ///< behind which it ended
  long steps = 0;      ///< from one window to the next
  double seconds = 0;  ///< per step, whatever ranks did in them
  double slowest = 0;  ///< s per step, of these, that the busiest rank worked
};

/// Decides whether sites, whose blocks stay with them, should get other shares of the grid. The
/// balancer evens out the ranks of a site, so a site counts as a whole: the work of its blocks over
/// the speed of its ranks is the time that each of them takes once they are equal, whoever has
/// which block. Planes across the chain of sites have the work of the blocks in which they lie, and
/// boundaries go to where all sites take the same time. Two windows in turn, in which sites take
/// about the same time, must find that this pays, with what it costs to move points and to balance
/// their blocks again. Then shares stay for some windows, for twice as many each time that the
/// busiest rank does not get less to do.
class SiteShares {
 public:
  /// `axis`: of the chain of sites.
  explicit SiteShares(int axis) : axis_(axis) {}

  /// By which factor each site should get more planes; empty: they keep what they have. `boxes`: of
  /// the blocks whose loads these are.
  std::vector<double> due(const BalanceProblem& problem, const std::vector<Box>& boxes,
                          const SiteWindow& window);
  /// Whether other shares may be due after the next window.
  bool suspects() const { return found_ > 0 || tried_; }
  /// The shares that were due are there, after so many s.
  void divided(double seconds) { seconds_ = seconds; }
  /// They are not, and the grid is as it was.
  void refused();

  /// What due() found last.
  struct Finding {
    double slowest = 0,  ///< s per step of the slowest site, once its ranks are equal
        predicted = 0,   ///< the same with the shares that are due
        price = 0;       ///< s for going over to them
  };
  const Finding& finding() const { return finding_; }

 private:
  /// The part of the grid that a site has.
  struct Slab {
    int site = 0;
    int first = 0, last = 0;  // planes, the last one not included
    double fixed = 0,         // s per step of a rank of speed 1, whatever its planes are
        work = 0,             // the same, for all its blocks
        speed = 0,            // of its ranks that are available
        bytes = 0;            // of its state
    double seconds() const { return (fixed + work) / speed; }
  };
  struct Cut {
    std::vector<int> ends;  // of slabs
    double seconds = 0;     // of the slowest site
  };
  struct Tried {
    double slowest = 0;  // s, as SiteWindow has it, before
    int windows = 0;     // since then
  };
  bool look(const BalanceProblem& problem, const std::vector<Box>& boxes);
  void add_ranks(const BalanceProblem& problem);
  void add_planes(const BalanceProblem& problem, const std::vector<Box>& boxes);
  Cut best_cut() const;
  double price(const BalanceProblem& problem, const Cut& cut) const;
  bool pays(const BalanceProblem& problem, const Cut& cut, const SiteWindow& window);
  std::vector<double> factors(const Cut& cut) const;
  bool is_steady();
  void judge_last(const SiteWindow& window);

  int axis_;
  std::vector<Slab> slabs_;               // along the axis
  std::vector<double> planes_;            // the work of each
  std::vector<double> seconds_of_sites_;  // along the axis, when other shares last seemed to pay
  Finding finding_;
  int found_ = 0;       // windows in turn that found that other shares pay
  long next_ = 0;       // step before which none are due
  long pause_ = 4;      // windows after a division
  double seconds_ = 0;  // that the last division took
  std::optional<Tried> tried_;
};

}  // namespace cardon
