// SPDX-License-Identifier: Apache-2.0
#include "random_case.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "random_numbers.hpp"
#include "random_schedule.hpp"

namespace cardon::plan {
namespace {

int largest_wide_depth(const RandomCase& c, const Site& site) {
  int depth = 0;
  for (const int link : {site.left_link, site.right_link}) {
    if (link >= 0) depth = std::max(depth, c.wide_depths[link]);
  }
  return depth;
}

// A chain of sites, or a ring of at least two. No wide depth exceeds the core of either neighbour.
void make_sites(RandomCase& c, RandomNumbers& random) {
  const int sites = random.chance(40) ? 1 : random.between(2, 4);
  const int links = sites == 1 ? 0 : c.periodic ? sites : sites - 1;
  for (int link = 0; link < links; ++link) {
    c.wide_depths.push_back(c.largest_radius + random.between(0, 7));
  }
  for (int s = 0; s < sites; ++s) {
    Site site;
    if (s < links) site.right_link = s;
    if (s > 0) site.left_link = s - 1;
    if (s == 0 && links == sites && sites > 1) site.left_link = sites - 1;
    const int min_thickness =
        std::max({1, largest_wide_depth(c, site), c.periodic ? 0 : c.reach + 1});
    site.core = {c.points, c.points + min_thickness + random.between(0, sites == 1 ? 20 : 6)};
    site.block_depth = c.largest_radius + random.between(0, 7);
    c.points = site.core.hi;
    const auto depth = [&](int link) { return link < 0 ? 0 : c.wide_depths[link]; };
    site.extended = site.core.grown(depth(site.left_link), depth(site.right_link));
    c.sites.push_back(site);
  }
}

// Cuts a site at random places; blocks may be as thin as one point. False if a block at a face of
// the domain is not thicker than the reach of the boundary tasks.
bool cut(const RandomCase& c, Site& site, int blocks, RandomNumbers& random) {
  std::vector<int> cuts{site.extended.lo, site.extended.hi};
  while (int(cuts.size()) < blocks + 1) {
    const int at = random.between(site.extended.lo, site.extended.hi);
    if (std::find(cuts.begin(), cuts.end(), at) == cuts.end()) cuts.push_back(at);
  }
  std::sort(cuts.begin(), cuts.end());
  site.tiles.clear();
  for (int block = 0; block < blocks; ++block) site.tiles.push_back({cuts[block], cuts[block + 1]});
  return std::all_of(site.tiles.begin(), site.tiles.end(), [&](const Range& tile) {
    const bool at_face = !c.periodic && (tile.lo == 0 || tile.hi == c.points);
    return !at_face || tile.hi - tile.lo > c.reach;
  });
}

// Blocks of one point wherever boundary tasks allow.
void cut_everywhere(const RandomCase& c, Site& site) {
  site.tiles.clear();
  int from = site.extended.lo;
  for (int at = from + 1; at <= site.extended.hi; ++at) {
    const bool low_face = !c.periodic && from == 0 && at <= c.reach;
    const bool to_face = !c.periodic && site.extended.hi == c.points;
    const bool high_face = to_face && at < c.points && at >= c.points - c.reach;
    if (low_face || high_face) continue;
    site.tiles.push_back({from, at});
    from = at;
  }
}

void make_blocks(const RandomCase& c, Site& site, RandomNumbers& random) {
  if (!c.periodic) site.extended = site.extended.cut({0, c.points});
  if (random.chance(15) && site.extended.hi - site.extended.lo > 2 * (c.reach + 1)) {
    cut_everywhere(c, site);
    return;
  }
  int blocks = std::min(random.between(1, 3), site.extended.hi - site.extended.lo);
  for (int attempt = 1; !cut(c, site, blocks, random); ++attempt) {
    if (attempt % 8 == 0) --blocks;  // one block always fits
  }
}

}  // namespace

RandomCase::RandomCase(std::uint64_t seed) : seed(seed) {
  RandomNumbers random(seed);
  RandomSchedule(*this, random).make();
  periodic = random.chance(50);
  shared_plan = random.chance(50);
  make_sites(*this, random);
  for (Site& site : sites) {
    if (shared_plan) site.block_depth = sites[0].block_depth;
    make_blocks(*this, site, random);
  }
}

std::string RandomCase::describe() const {
  std::string text = fmt::format("seed {}: {} points, {}, boundary reach {}\n", seed, points,
                                 periodic ? "periodic" : "bounded", reach);
  for (const Site& site : sites) {
    text += fmt::format("  site core [{}, {}) extended [{}, {}) block depth {} tiles", site.core.lo,
                        site.core.hi, site.extended.lo, site.extended.hi, site.block_depth);
    for (const Range& tile : site.tiles) text += fmt::format(" [{}, {})", tile.lo, tile.hi);
    text += "\n";
  }
  for (const TaskDecl& task : declarations.tasks) {
    text += "  " + task.name + ": reads";
    for (const Read& r : task.reads)
      text += fmt::format(" f{}@{} r{}", r.slot.field, r.slot.level, r.radius[0]);
    text += ", writes";
    for (const Slot& slot : task.writes) text += fmt::format(" f{}@{}", slot.field, slot.level);
    text += "\n";
  }
  for (const auto& step : steps) {
    text += "  step:";
    for (const int task : step) text += fmt::format(" {}", declarations.tasks[task].name);
    text += "\n";
  }
  return text;
}

}  // namespace cardon::plan
