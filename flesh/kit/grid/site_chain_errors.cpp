// SPDX-License-Identifier: Apache-2.0
// What is said when a chain of sites does not fit onto a grid.
#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>

#include "grid/site_chain.hpp"
#include "grid/topology_error.hpp"

namespace cardon {

Index3 SiteChain::topology_of(const Site& site, const Location& where) const {
  Index3 topology{1, 1, 1};
  long product = site.topology.size() <= 3 ? 1 : 0;
  for (std::size_t d = 0; d < 3 && d < site.topology.size(); ++d) {
    topology[d] = site.topology[d];
    product *= std::max(topology[d], 0);
  }
  const std::string name =
      fmt::format("topology [{}] of site {}", fmt::join(site.topology, ", "), site.name);
  if (product != long(site.ranks.size()))
    fail_topology(fmt::format("{} does not have {}", name, counted(site.ranks.size(), "rank")),
                  where, {}, "make its product equal to the number of ranks, or leave it out");
  for (int d = 0; d < 3; ++d) {
    const int limit = thin().max_pieces(grid_.domain(), d);
    if (topology[d] > limit)
      fail_topology(fmt::format("{} cuts {} into {} boxes, at most {} {} possible", name,
                                axis_name[d], topology[d], limit, limit == 1 ? "is" : "are"),
                    where, {}, "use fewer ranks in this direction, or leave the topology out");
  }
  return topology;
}

void SiteChain::fail() const {
  int max_depth = 0;
  for (const WideLink& link : links_) max_depth = std::max(max_depth, link.depth);
  for (int depth = max_depth - 1; depth > 0; --depth)
    if (are_possible(min_thicknesses(thin(), depth))) fail_by_depth(depth);
  fail_by_ranks();
}

void SiteChain::fail_by_ranks() const {
  Problem problem;
  problem.slug = "driver/too-many-ranks";
  const Thicknesses needed = min_thicknesses(thin(), 1);
  std::size_t ranks = 0, greediest = 0;
  int rest = planes();  // for the greediest
  for (std::size_t s = 0; s < members_.size(); ++s) {
    const std::size_t wanted = members_[s].ranks.size();
    ranks += wanted;
    const int n = needed[s].value_or(planes() + 1);
    if (n > needed[greediest].value_or(planes() + 1)) greediest = s;
    rest -= n;
    problem.notes.push_back(
        needed[s] ? fmt::format("site {} needs {} of {} planes in {} for {}", members_[s].name, n,
                                planes(), axis_name[axis_], counted(wanted, "rank"))
                  : fmt::format("site {} has {}, the grid holds {}", members_[s].name,
                                counted(wanted, "rank"), thin().capacity(grid_.domain())));
  }
  rest += needed[greediest].value_or(planes() + 1);
  problem.message = fmt::format("{} x {} x {} points cannot be divided among {} ranks",
                                grid_.points[0], grid_.points[1], grid_.points[2], ranks);
  problem.help =
      rest < 1 || members_[greediest].topology
          ? "use fewer ranks, or more points"
          : fmt::format("use at most {} ranks at site {}, or more points",
                        thin().capacity(slab_of(greediest, rest)), members_[greediest].name);
  throw Error(problem);
}

void SiteChain::fail_by_depth(int legal) const {
  const WideLink* deep_link = &links_.front();
  for (const WideLink& link : links_)
    if (link.depth > deep_link->depth) deep_link = &link;
  Problem problem;
  problem.slug = "driver/ghost-depth";
  problem.message =
      fmt::format("ghost depth {} on link {} is more than the sites beside it can own",
                  deep_link->depth, deep_link->name);
  problem.where = depth_where_;
  problem.notes = {
      "a site owns at least as many planes as its neighbours keep ghost layers of it",
      fmt::format("{} sites share {} planes in {}", members_.size(), planes(), axis_name[axis_])};
  problem.help = fmt::format("use at most {}{}, or more points", counted(legal, "layer"),
                             links_.size() > 1 ? " on every link" : "");
  throw Error(problem);
}

}  // namespace cardon
