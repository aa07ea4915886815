// SPDX-License-Identifier: Apache-2.0
#include "grid_comm_refine_balancer.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "wide_messages.hpp"

namespace cardon {
namespace {

// The ranks of one site.
class WideRefinement {
 public:
  WideRefinement(const BalanceProblem& problem, const std::vector<int>& ranks,
                 const std::vector<double>& wide, Placement& placement)
      : problem_(problem), wide_(wide), placement_(placement), loads_(problem.ranks.size()) {
    for (std::size_t b = 0; b < placement.size(); ++b) {
      Load& load = loads_[std::size_t(placement[b])];
      load.wide += wide[b];
      load.seconds += problem.blocks[b].work / problem.ranks[std::size_t(placement[b])].speed;
      ++load.blocks;
      if (problem.blocks[b].movable && wide[b] > 0) load.border.insert({-wide[b], int(b)});
    }
    for (const int r : ranks) {
      mean_ += loads_[std::size_t(r)].wide / double(ranks.size());
      order_.insert(key(r));
    }
  }

  void run(const std::vector<int>& ranks, double limit) {
    for (const int r : ranks)
      while (loads_[std::size_t(r)].wide > limit * mean_ && improve(r)) {
      }
  }

 private:
  struct Load {
    double wide = 0, seconds = 0;
    int blocks = 0;
    std::set<std::pair<double, int>> border;  // most messages first
  };
  using Key = std::tuple<double, double, int, int>;
  Key key(int rank) const {
    const Load& load = loads_[std::size_t(rank)];
    return {load.wide, load.seconds, load.blocks, rank};
  }
  bool improve(int from) {
    const int to = std::get<3>(*order_.begin());
    Load& source = loads_[std::size_t(from)];
    for (const auto& [negative, block] : source.border)
      if (loads_[std::size_t(to)].wide - negative < source.wide) {
        move(block, from, to);
        return true;
      }
    return false;
  }
  void move(int block, int from, int to) {
    order_.erase(key(from));
    order_.erase(key(to));
    const double wide = wide_[std::size_t(block)], work = problem_.blocks[std::size_t(block)].work;
    Load &a = loads_[std::size_t(from)], &b = loads_[std::size_t(to)];
    a.border.erase({-wide, block});
    b.border.insert({-wide, block});
    a.wide -= wide;
    b.wide += wide;
    a.seconds -= work / problem_.ranks[std::size_t(from)].speed;
    b.seconds += work / problem_.ranks[std::size_t(to)].speed;
    --a.blocks;
    ++b.blocks;
    placement_[std::size_t(block)] = to;
    order_.insert(key(from));
    order_.insert(key(to));
  }

  const BalanceProblem& problem_;
  const std::vector<double>& wide_;
  Placement& placement_;
  std::vector<Load> loads_;
  std::set<Key> order_;
  double mean_ = 0;
};

}  // namespace

void GridCommRefineBalancer::open(const BalancerSetup& setup) {
  if (setup.parameters != nullptr) options_ = grid_options(setup);
}

std::vector<BlockMove> GridCommRefineBalancer::plan(const BalanceProblem& problem) {
  Placement placement = placement_of(problem);
  const std::vector<double> wide =
      wide_messages(problem, sites_of(problem, placement), options_.edges);
  for (const std::vector<int>& ranks : ranks_by_site(problem))
    if (!ranks.empty())
      WideRefinement(problem, ranks, wide, placement).run(ranks, 1 + options_.tolerance);
  return moves_to(problem, placement);
}

}  // namespace cardon
