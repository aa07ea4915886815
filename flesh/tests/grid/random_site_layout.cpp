// SPDX-License-Identifier: Apache-2.0
#include "random_site_layout.hpp"

#include <cardon/kit/grid/site_decomposition.hpp>
#include <cardon/thorn/error.hpp>

#include "site_request_example.hpp"

namespace cardon {
namespace {

constexpr int thickness_at_faces = 3;  // of blocks, so that boundaries find what they read

}  // namespace

Grid RandomSiteLayout::grid() {
  Grid grid;
  grid.dimensions = pick(1, 3);
  for (int d = 0; d < grid.dimensions; ++d) {
    const auto n = std::size_t(d);
    grid.points[n] = pick(4, grid.dimensions == 1 ? 40 : 14);
    grid.radius[n] = pick(1, 2);
    grid.periodic[d] = pick(0, 1);
    for (Face& face : grid.faces[d]) {
      if (grid.periodic[d]) continue;
      const int owned = pick(0, 1);
      face = {"test", owned, grid.radius[n] - owned};
    }
  }
  return grid;
}

// The ghost layers of a link, or some of them, become a block of their own.
void RandomSiteLayout::cut_off_layers(const Grid& grid, Decomposition& decomposition) {
  const int d = decomposition.axis;
  for (std::size_t block = 0, blocks = decomposition.tiles.size(); block < blocks; ++block) {
    const Box& core = decomposition.slabs[std::size_t(decomposition.slab_of_block[block])].core;
    Box& tile = decomposition.tiles[block];
    const bool at_face = !grid.periodic[d] && tile.hi[d] + thickness_at_faces > grid.points[d];
    if (tile.hi[d] <= core.hi[d] || at_face || pick(0, 2) > 0) continue;
    Box layers = tile;
    layers.lo[d] = tile.hi[d] = pick(core.hi[d], tile.hi[d] - 1);
    decomposition.tiles.push_back(layers);
    decomposition.owned.push_back(Box{});
    decomposition.rank_of_block.push_back(decomposition.rank_of_block[block]);
    decomposition.slab_of_block.push_back(decomposition.slab_of_block[block]);
  }
}

// Nothing if the grid is too thin for so many ranks or layers.
std::optional<Layout> RandomSiteLayout::cut(const Grid& grid) {
  std::vector<int> ranks(std::size_t(pick(1, 4)));
  for (int& n : ranks) n = pick(1, 3);
  SiteRequest request = request_of({8, 8, 8}, ranks);
  request.grid = grid;
  request.machine.axis = pick(-1, request.grid.dimensions - 1);
  request.blocks_per_rank = pick(1, 3);
  for (int d = 0; d < request.grid.dimensions; ++d)
    if (!request.grid.periodic[d])
      request.thickness.lower[d] = request.thickness.upper[d] = thickness_at_faces;
  request.links.clear();
  for (std::size_t n = chain_links(request.machine, request.grid).size(); n > 0; --n)
    request.links.push_back({pick(1, 5), {0, 0}, {}});
  try {
    Decomposition decomposition = decompose_sites(request).decomposition;
    if (!decomposition.slabs.empty()) cut_off_layers(request.grid, decomposition);
    return Layout(request.grid, std::move(decomposition));
  } catch (const Error&) {
    return {};
  }
}

Layout RandomSiteLayout::next() {
  for (;;)
    if (std::optional<Layout> layout = cut(grid())) return *layout;
}

Layout RandomSiteLayout::next(const Grid& grid) {
  for (;;)
    if (std::optional<Layout> layout = cut(grid)) return *layout;
}

Growth RandomSiteLayout::growth(const Layout& layout, int block, int max_between_blocks) {
  std::vector<int> layers{pick(0, max_between_blocks)};
  for (const int link : layout.links_of(layout.slab_of(block)))
    layers.push_back(pick(0, layout.decomposition().wide_links[std::size_t(link)].depth));
  return layout.growth(block, layers);
}

Index3 original(const Layout& layout, Index3 at) {
  for (int d = 0; d < 3; ++d) {
    const int n = layout.grid().points[std::size_t(d)];
    int& i = at[std::size_t(d)];
    if (layout.wraps(d) || layout.has_images(d)) i = ((i % n) + n) % n;
  }
  return at;
}

}  // namespace cardon
