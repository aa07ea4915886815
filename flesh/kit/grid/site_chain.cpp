// SPDX-License-Identifier: Apache-2.0
#include "grid/site_chain.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace cardon {
namespace {

constexpr int any_depth = std::numeric_limits<int>::max();

// Speeds of the sites count only if all are given: they are relative to each other.
std::vector<double> speeds_of_ranks(const SiteRequest& request) {
  const auto& sites = request.machine.sites;
  std::size_t ranks = 0;
  for (const Site& site : sites) ranks += site.ranks.size();
  if (!request.speeds.empty()) {
    if (request.speeds.size() != ranks) throw Bug("a decomposition needs one speed per rank");
    return request.speeds;
  }
  const bool known = std::all_of(sites.begin(), sites.end(), [](auto& s) { return s.speed > 0; });
  std::vector<double> speeds(ranks, 1.0);
  for (const Site& site : sites)
    for (const int r : site.ranks)
      if (known) speeds.at(std::size_t(r)) = site.speed;
  return speeds;
}

}  // namespace

int chain_axis(const Machine& machine, const Grid& grid) {
  if (machine.axis >= 0) return machine.axis;
  int longest = 0;
  for (int d = 1; d < grid.dimensions; ++d)
    if (grid.points[d] >= grid.points[longest]) longest = d;
  return longest;
}

std::vector<SiteLink> chain_links(const Machine& machine, const Grid& grid) {
  std::vector<SiteLink> links;
  const int sites = int(machine.sites.size());
  const auto add = [&](int a, int b) {
    const SiteLink* known = machine.link(a, b);
    SiteLink link = known ? *known : SiteLink{};
    link.name = machine.sites[std::size_t(a)].name + "-" + machine.sites[std::size_t(b)].name;
    link.sites[0] = a;
    link.sites[1] = b;
    links.push_back(link);
  };
  for (int s = 0; s + 1 < sites; ++s) add(s, s + 1);
  if (sites > 2 && grid.periodic[chain_axis(machine, grid)]) add(0, sites - 1);
  return links;
}

SiteChain::SiteChain(const SiteRequest& request)
    : grid_(request.grid),
      thickness_(request.thickness),
      axis_(chain_axis(request.machine, request.grid)),
      depth_where_(request.depth_where) {
  check_thickness(grid_, thickness_);
  const std::vector<double> speeds = speeds_of_ranks(request);
  for (const Site& site : request.machine.sites) add_member(site, speeds, request.machine.where);
  add_links(request);
}

void SiteChain::add_member(const Site& site, const std::vector<double>& speeds,
                           const Location& where) {
  SiteMember member;
  member.name = site.name;
  member.ranks = site.ranks;
  for (const int r : site.ranks) {
    member.speeds.push_back(speeds.at(std::size_t(r)));
    if (!(member.speeds.back() > 0)) throw Bug("a decomposition needs speeds above 0");
    member.speed += member.speeds.back();
  }
  if (site.ranks.empty()) throw Bug("a site without ranks cannot own points");
  if (!site.topology.empty()) member.topology = topology_of(site, where);
  members_.push_back(std::move(member));
}

void SiteChain::add_links(const SiteRequest& request) {
  const std::vector<SiteLink> links = chain_links(request.machine, grid_);
  if (links.size() != request.links.size()) throw Bug("a decomposition needs a load per link");
  const std::size_t sites = members_.size();
  for (std::size_t l = 0; l < links.size(); ++l) {
    const LinkLoad& load = request.links[l];
    links_.push_back({links[l].name, load.depth});
    const std::vector<double> layers =
        load.layers.empty() ? redundant_work(load.depth, grid_.radius[axis_]) : load.layers;
    const double redundant = std::accumulate(layers.begin(), layers.end(), 0.0);
    const auto attach = [&](std::size_t site, int end, int side) {
      SiteMember& member = members_[site];
      member.links[end] = int(l);
      member.packing[end] = load.packing[side];
      member.redundant[end] = redundant;
      member.depth = std::max(member.depth, load.depth);
    };
    const bool closes_ring = l + 1 == sites;  // from the last site to the first
    attach(l, 1, closes_ring ? 1 : 0);
    attach(closes_ring ? 0 : l + 1, 0, closes_ring ? 0 : 1);
    if (sites == 2 && grid_.periodic[axis_]) {
      attach(1, 1, 1);
      attach(0, 0, 0);
    }
  }
}

Box SiteChain::slab(int lo, int hi) const {
  Box box = grid_.domain();
  box.lo[axis_] = lo;
  box.hi[axis_] = hi;
  return box;
}

Box SiteChain::slab_of(std::size_t site, int n) const {
  const bool last = site + 1 == members_.size();
  const int lo = site == 0 ? 0 : last ? planes() - n : std::min(1, planes() - n);
  return slab(lo, lo + n);
}

MinExtents SiteChain::thick() const {
  MinExtents extents = thin();
  for (int d = 0; d < grid_.dimensions; ++d) extents.min[d] = std::max(2, grid_.radius[d]);
  return extents;
}

MinExtents SiteChain::min_extents(const SiteMember& member, const Box& core) const {
  return fits(member, core, thick()) ? thick() : thin();
}

bool SiteChain::fits(const SiteMember& member, const Box& core, const MinExtents& extents) const {
  const int ends = std::max(extents.at_lower_end(core, axis_), extents.at_upper_end(core, axis_));
  if (core.extent(axis_) < ends) return false;
  if (!member.topology) return extents.capacity(core) >= long(member.ranks.size());
  for (int d = 0; d < 3; ++d)
    if ((*member.topology)[d] > extents.max_pieces(core, d)) return false;
  return true;
}

std::optional<int> SiteChain::min_planes(std::size_t site, const MinExtents& extents) const {
  const int fewest = members_.size() == 1 ? planes() : 1;
  for (int n = fewest; n <= planes(); ++n)
    if (fits(members_[site], slab_of(site, n), extents)) return n;
  return std::nullopt;
}

SiteChain::Thicknesses SiteChain::min_thicknesses(const MinExtents& extents, int max_depth) const {
  Thicknesses all;
  for (std::size_t s = 0; s < members_.size(); ++s) {
    all.push_back(min_planes(s, extents));
    if (all[s]) all[s] = std::max(*all[s], std::min(members_[s].depth, max_depth));
  }
  return all;
}

bool SiteChain::are_possible(const Thicknesses& thicknesses) const {
  long sum = 0;
  for (const auto& planes : thicknesses) {
    if (!planes) return false;
    sum += *planes;
  }
  return sum <= planes();
}

std::vector<Box> SiteChain::cores() const {
  Thicknesses thicknesses = min_thicknesses(thick(), any_depth);
  if (!are_possible(thicknesses)) thicknesses = min_thicknesses(thin(), any_depth);
  if (!are_possible(thicknesses)) fail();
  int rest = planes();
  for (const auto& n : thicknesses) rest -= *n;
  // Each plane goes to the site that has least to do with it; no choice of planes is better.
  for (; rest > 0; --rest) {
    std::size_t best = 0;
    double min_time = std::numeric_limits<double>::infinity();
    for (std::size_t s = 0; s < members_.size(); ++s) {
      const double time = (*thicknesses[s] + 1 + members_[s].overhead()) / members_[s].speed;
      if (time < min_time) best = s;
      min_time = std::min(min_time, time);
    }
    ++*thicknesses[best];
  }
  std::vector<Box> cores;
  int lo = 0;
  for (const auto& n : thicknesses) {
    cores.push_back(slab(lo, lo + *n));
    lo += *n;
  }
  return cores;
}

}  // namespace cardon
