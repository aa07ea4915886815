// SPDX-License-Identifier: Apache-2.0
// What must hold for any grid, sites, ranks, speeds, depths and numbers of blocks.
#include <gtest/gtest.h>

#include <cardon/kit/grid/site_decomposition.hpp>
#include <map>
#include <random>

#include "site_problem.hpp"
#include "site_request_example.hpp"

namespace cardon {
namespace {

class Cases {
 public:
  explicit Cases(unsigned seed) : random_(seed) {}

  int pick(int low, int high) { return low + int(random_() % unsigned(high - low + 1)); }
  double real(double low, double high) { return low + (high - low) * pick(0, 1000) / 1000; }

  SiteRequest any(int smallest, int largest, int max_sites, int max_ranks) {
    std::vector<int> ranks(std::size_t(pick(1, max_sites)));
    for (int& n : ranks) n = pick(1, max_ranks);
    const int dimensions = std::max(pick(0, 3), 1);
    Index3 points{1, 1, 1};
    for (std::size_t d = 0; d < std::size_t(dimensions); ++d) points[d] = pick(smallest, largest);
    SiteRequest request = request_of(points, ranks, dimensions);
    request.machine.axis = pick(-1, dimensions - 1);
    for (int d = 0; d < dimensions; ++d) set_ends(request, d);
    set_links(request);
    for (const Site& site : request.machine.sites)
      request.speeds.resize(request.speeds.size() + site.ranks.size());
    for (double& speed : request.speeds) speed = real(0.5, 2);
    request.blocks_per_rank = pick(0, 1) ? 1 : pick(1, 9);
    if (pick(0, 2) == 0) shuffle_ranks(request);
    if (pick(0, 2) == 0) set_topologies(request);
    return request;
  }

  void set_links(SiteRequest& request) {
    request.links.resize(chain_links(request.machine, request.grid).size());
    for (LinkLoad& load : request.links) load = {pick(1, 6), {real(0, 3), real(0, 3)}, {}};
  }

 private:
  void set_ends(SiteRequest& request, int d) {
    request.grid.radius[std::size_t(d)] = pick(1, 3);
    request.grid.periodic[d] = pick(0, 1);
    if (request.grid.periodic[d]) return;
    request.thickness.lower[d] = pick(0, 4);
    request.thickness.upper[d] = pick(0, 4);
  }

  // Ranks of sites need not be neighbours in the list of all ranks.
  void shuffle_ranks(SiteRequest& request) {
    std::vector<int> ranks(request.speeds.size());
    for (std::size_t r = 0; r < ranks.size(); ++r) ranks[r] = int(r);
    for (std::size_t r = ranks.size(); r > 1; --r)
      std::swap(ranks[r - 1], ranks[std::size_t(pick(0, int(r) - 1))]);
    auto next = ranks.begin();
    for (Site& site : request.machine.sites) {
      for (int& r : site.ranks) r = *next++;
      std::sort(site.ranks.begin(), site.ranks.end());
    }
  }

  void set_topologies(SiteRequest& request) {
    for (Site& site : request.machine.sites)
      if (const auto topology =
              choose_topology(request.grid, int(site.ranks.size()), request.thickness))
        site.topology.assign(topology->begin(), topology->end());
  }

  std::mt19937 random_;
};

// Every point of `whole` is in exactly one of the boxes, and none lies outside.
testing::AssertionResult tile_exactly(const Box& whole, const std::vector<Box>& boxes) {
  std::vector<int> owners(std::size_t(whole.points()), 0);
  for (const Box& b : boxes) {
    if (b.empty() || !whole.contains(b)) return testing::AssertionFailure() << "a box lies outside";
    for (int k = b.lo[2] - whole.lo[2]; k < b.hi[2] - whole.lo[2]; ++k)
      for (int j = b.lo[1]; j < b.hi[1]; ++j)
        for (int i = b.lo[0] - whole.lo[0]; i < b.hi[0] - whole.lo[0]; ++i)
          ++owners[std::size_t((long(k) * whole.extent(1) + j - whole.lo[1]) * whole.extent(0) +
                               i)];
  }
  for (const int n : owners)
    if (n != 1) return testing::AssertionFailure() << "a point lies in " << n << " boxes";
  return testing::AssertionSuccess();
}

void expect_sites(const Decomposition& result, const SiteRequest& request) {
  EXPECT_EQ(result.slabs.empty(), request.machine.sites.size() == 1);
  for (std::size_t s = 0; s < result.slabs.size(); ++s) {
    Box extended = result.slabs[s].core;
    for (const int end : {0, 1}) {
      const int l = result.slabs[s].links[end];
      if (l < 0) continue;
      const int depth = result.wide_links[std::size_t(l)].depth;
      (end ? extended.hi : extended.lo)[std::size_t(result.axis)] += end ? depth : -depth;
      EXPECT_GE(result.slabs[s].core.extent(result.axis), depth);
    }
    std::vector<Box> tiles;
    for (std::size_t b = 0; b < result.tiles.size(); ++b) {
      if (result.slab_of_block[b] != int(s)) continue;
      EXPECT_EQ(request.machine.site_of_rank(result.rank_of_block[b]), int(s));
      EXPECT_EQ(intersect(result.tiles[b], result.slabs[s].core), result.owned[b]);
      tiles.push_back(result.tiles[b]);
    }
    EXPECT_TRUE(tile_exactly(extended, tiles));
  }
}

void expect_blocks(const Decomposition& result, const SiteRequest& request) {
  for (std::size_t b = 0; b < result.owned.size(); ++b) {
    EXPECT_EQ(result.rank_of_block[b], int(b) / request.blocks_per_rank);
    for (int d = 0; d < 3; ++d) {
      const Box& box = result.owned[b];
      const bool first = box.lo[d] == 0, last = box.hi[d] == request.grid.points[d];
      EXPECT_GE(box.extent(d), first ? request.thickness.lower[d] : 1);
      EXPECT_GE(box.extent(d), last ? request.thickness.upper[d] : 1);
    }
  }
}

// The slug of the error, "" if there is none.
int first_number(const std::string& text) {
  return std::stoi(text.substr(text.find_first_of("0123456789")));
}

// The number that the help names is legal, the next one is not.
void expect_largest_legal_value(const Problem& problem, SiteRequest request) {
  if (problem.slug != "driver/ghost-depth" && problem.slug != "driver/too-many-blocks") return;
  const int legal = first_number(problem.help);
  const auto depths = request.links;
  for (const int more : {0, 1}) {
    if (problem.slug == "driver/too-many-blocks") request.blocks_per_rank = legal + more;
    for (std::size_t l = 0; problem.slug == "driver/ghost-depth" && l < depths.size(); ++l)
      request.links[l].depth = std::min(depths[l].depth, legal + more);
    EXPECT_EQ(problem_of(request).slug == problem.slug, more == 1) << problem.help;
  }
}

TEST(SiteDecompositionProperties, BoxesTileTheDomainAndTheSites) {
  Cases cases(1);
  std::map<std::string, int> outcomes;
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(i);
    const SiteRequest request = cases.any(2, 24, 4, 6);
    const Problem problem = problem_of(request);
    ++outcomes[problem.slug];
    expect_largest_legal_value(problem, request);
    if (!problem.slug.empty()) continue;
    const SiteDecomposition result = decompose_sites(request);
    EXPECT_TRUE(tile_exactly(request.grid.domain(), result.decomposition.owned));
    expect_sites(result.decomposition, request);
    expect_blocks(result.decomposition, request);
    if (HasFailure()) return;
  }
  EXPECT_GT(outcomes[""], 1000);
  EXPECT_GT(outcomes["driver/ghost-depth"], 100);
  EXPECT_GT(outcomes["driver/too-many-blocks"], 100);
}

// What one plane of a box is of the whole, added over the directions in which boxes are cut: no cut
// can be more exact than that.
double coarsest(const Grid& grid, const Box& box) {
  double sum = 0;
  for (int d = 0; d < grid.dimensions; ++d)
    if (box.extent(d) < grid.points[d]) sum += 1.0 / box.extent(d);
  return sum;
}

// Slow sites own more than their share where their neighbours read that deep, and so do ranks
// beside links whose work alone is more than their share.
bool is_as_thin_as_may_be(const Decomposition& result, const Grid& grid) {
  for (const Slab& slab : result.slabs)
    for (const int l : slab.links)
      if (l >= 0 && slab.core.extent(result.axis) == result.wide_links[std::size_t(l)].depth)
        return true;
  for (const Box& box : result.owned)
    for (int d = 0; d < grid.dimensions; ++d)
      if (box.extent(d) <= std::max(2, grid.radius[std::size_t(d)])) return true;
  return false;
}

TEST(SiteDecompositionProperties, LoadIsSharedAsFarAsPlanesAllow) {
  Cases cases(2);
  int checked = 0;
  double sum = 0;
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(i);
    SiteRequest request = cases.any(120, 200, 3, 8);
    request.blocks_per_rank = 1;
    for (Site& site : request.machine.sites) site.topology.clear();
    const SiteDecomposition result = decompose_sites(request);
    if (is_as_thin_as_may_be(result.decomposition, request.grid)) continue;
    double plane = 0;
    for (const Box& box : result.decomposition.owned)
      plane = std::max(plane, coarsest(request.grid, box));
    EXPECT_LE(result.balance, 1 + plane);
    ++checked;
    sum += result.balance;
  }
  EXPECT_GT(checked, 2500);
  EXPECT_LT(sum / checked, 1.03);
}

}  // namespace
}  // namespace cardon
