// SPDX-License-Identifier: Apache-2.0
#include "simulated_decomposition.hpp"

#include <algorithm>
#include <cardon/kit/codec/piece_header.hpp>
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/grid/image_depth.hpp>
#include <cardon/kit/grid/task_pieces.hpp>
#include <cardon/kit/tiles/segment_shape.hpp>
#include <cmath>
#include <map>
#include <numeric>

#include "block_peers.hpp"
#include "rank_columns.hpp"

namespace cardon::model {
namespace {

constexpr int max_parts = 8;
constexpr int usual_blocks = 4;      // of a rank; more of them count as more ranks
constexpr long longest_period = 60;  // of plans whose links have many different depths

int pieces_of(double values, int row, double piece_bytes) {
  const double most = std::max(1.0, (piece_bytes - double(PieceHeader::size)) / sizeof(Real));
  const double rows = std::max(1.0, std::floor(most / row));
  const double in_piece = std::min(most, rows * row);
  return std::max(1, int(std::ceil(values / in_piece)));
}

class Maker {
 public:
  Maker(const Program& program, SimulatedDecomposition& cut, double piece_bytes)
      : program_(program), cut_(cut), layout_(*cut.layout), piece_bytes_(piece_bytes) {}

  void make(int max_ranks) {
    const std::vector<std::vector<int>> blocks = blocks_by_rank(layout_);
    const bool all =
        int(blocks.size()) <= max_ranks && layout_.blocks() <= usual_blocks * max_ranks;
    const std::vector<int> stands = all ? all_ranks(layout_) : column_of_ranks(layout_);
    cut_.work.assign(blocks.size(), 0);
    cut_.needed = cut_.work;
    cut_.program = &program_;
    const std::vector<Index3> images = image_depth(program_, layout_);
    for (const Task& task : program_.tasks) {
      cut_.radius.push_back(read_radius(task));
      cut_.joins.push_back(joins_segment(program_, layout_, task));
      cut_.arrays.push_back({arrays_before_images(program_, task, false),
                             arrays_before_images(program_, task, true)});
      cut_.has_images.push_back(has_images(task, images));
    }
    for (std::size_t rank = 0; rank < blocks.size(); ++rank)
      if (stands[rank] == int(rank)) add_rank(int(rank), blocks[rank]);
    place_others(blocks, stands);
    for (const Peers& pair : block_peers(layout_, cut_.depth, is_walked())) add_pair(pair);
    find_shares();
    for (const auto& plan : cut_.plans)
      cut_.period = std::min(longest_period, std::lcm(cut_.period, plan->cycle_steps()));
  }

 private:
  bool has_images(const Task& task, const std::vector<Index3>& depth) const {
    return std::any_of(task.bindings.begin(), task.bindings.end(), [&](const Binding& binding) {
      return binding.writes && depth[std::size_t(binding.field)] != Index3{0, 0, 0};
    });
  }

  const VirtualPlan& plan_of(int block) const {
    return *cut_.plans[std::size_t(layout_.slab_of(block))];
  }
  VirtualBlock& at(int number) { return cut_.blocks[std::size_t(number)]; }
  int number_of(int block) const { return number_[std::size_t(block)]; }

  std::vector<bool> is_walked() const {
    std::vector<bool> walked(std::size_t(layout_.blocks()));
    for (const VirtualBlock& block : cut_.blocks) walked[std::size_t(block.block)] = true;
    return walked;
  }

  Box region(int block, const VirtualPlan::TaskRegion& task) const {
    return layout_.computed(block, layout_.growth(block, task.growth),
                            program_.tasks[std::size_t(task.task)].region);
  }

  void add_rank(int rank, const std::vector<int>& blocks) {
    VirtualRank& made = cut_.ranks.emplace_back();
    made.rank = rank;
    for (const int block : blocks) {
      made.blocks.push_back(int(cut_.blocks.size()));
      VirtualBlock& b = cut_.blocks.emplace_back();
      b.rank = int(cut_.ranks.size()) - 1;
      b.block = block;
      b.slab = layout_.slab_of(block);
      b.plan = &plan_of(block);
      b.slab_bytes = BlockStorage::slab_bytes(layout_.grid(), layout_.tile(block),
                                              layout_.stored(block, cut_.depth));
      for (const VirtualPlan::TaskRegion& task : b.plan->regions())
        b.regions.push_back(region(block, task));
      for (const VirtualOperation& operation : b.plan->operations())
        b.fused.push_back(is_fused(b, operation));
      b.patterns.resize(b.plan->patterns().size());
      b.links = layout_.links_of(b.slab);
    }
  }

  GrownTask grown(const VirtualBlock& block, int region) const {
    const VirtualPlan::TaskRegion& task = block.plan->regions()[std::size_t(region)];
    return {task.task, layout_.growth(block.block, task.growth)};
  }

  bool is_fused(const VirtualBlock& block, const VirtualOperation& boundary) const {
    if (boundary.writer < 0) return false;
    const auto& writer = block.plan->operations()[std::size_t(boundary.writer)];
    return fusable(program_, grown(block, writer.region), grown(block, boundary.region));
  }

  void add_work(std::size_t rank, int block) {
    const VirtualPlan& plan = plan_of(block);
    for (std::size_t n = 0; n < plan.regions().size(); ++n) {
      if (plan.calls()[n] == 0) continue;
      const double calls = double(plan.calls()[n]) / double(plan.cycle_steps());
      const Box computed = region(block, plan.regions()[n]);
      cut_.work[rank] += calls * double(computed.points());
      cut_.needed[rank] += calls * double(intersect(computed, layout_.owned(block)).points());
    }
  }

  // Every block of the run is that one, or behaves like one, of a rank that is walked.
  void place_others(const std::vector<std::vector<int>>& blocks, const std::vector<int>& stands) {
    std::vector<int> place(blocks.size(), -1);
    for (std::size_t n = 0; n < cut_.ranks.size(); ++n)
      place[std::size_t(cut_.ranks[n].rank)] = int(n);
    number_.resize(std::size_t(layout_.blocks()));
    for (std::size_t rank = 0; rank < blocks.size(); ++rank) {
      VirtualRank& like = cut_.ranks[std::size_t(place[std::size_t(stands[rank])])];
      like.like_it.push_back(int(rank));
      for (std::size_t n = 0; n < blocks[rank].size(); ++n) {
        number_[std::size_t(blocks[rank][n])] = like.blocks[n % like.blocks.size()];
        add_work(rank, blocks[rank][n]);
      }
    }
  }

  bool is_for(const VirtualPlan::ExchangePattern& pattern, const VirtualBlock& block,
              int link) const {
    if (pattern.link == 0) return link < 0;
    return block.links[std::size_t(pattern.link) - 1] == link;
  }

  void add_pair(const Peers& pair) {
    const bool sends = at(number_of(pair.sender)).block == pair.sender;
    const bool receives = at(number_of(pair.receiver)).block == pair.receiver;
    const std::vector<int>& ranks = layout_.decomposition().rank_of_block;
    VirtualRoute route{.to = number_of(pair.receiver)};
    if (pair.link >= 0)
      route.way = VirtualRoute::Way::wide;
    else if (ranks[std::size_t(pair.sender)] == ranks[std::size_t(pair.receiver)])
      route.way = VirtualRoute::Way::same_rank;
    VirtualBlock& receiver = at(route.to);
    for (std::size_t n = 0; n < receiver.patterns.size(); ++n) {
      const VirtualPlan::ExchangePattern& pattern = receiver.plan->patterns()[n];
      if (!is_for(pattern, receiver, pair.link) || !measure(pair, pattern, route)) continue;
      if (sends) receiver.patterns[n].expected += parts_of(route);
      if (receives) receiver.patterns[n].unpack += route.bytes;
    }
    if (!sends) return;
    VirtualBlock& sender = at(number_of(pair.sender));
    for (std::size_t n = 0; n < sender.patterns.size(); ++n) {
      const VirtualPlan::ExchangePattern& pattern = sender.plan->patterns()[n];
      if (is_for(pattern, sender, pair.link) && measure(pair, pattern, route))
        sender.patterns[n].sends.push_back(route);
    }
  }

  // The size of the message; false if nothing travels. Fields mostly have the same layers.
  bool measure(const Peers& pair, const VirtualPlan::ExchangePattern& pattern,
               VirtualRoute& route) const {
    long values = 0, points = 0;
    const plan::SlotDepth* before = nullptr;
    for (const plan::SlotDepth& field : pattern.fields) {
      if (before == nullptr || field.depth != before->depth || field.needs != before->needs)
        points = points_of(layout_, pair, field);
      before = &field;
      values += points;
    }
    route.bytes = double(values) * sizeof(Real);
    if (route.way == VirtualRoute::Way::wide)
      route.pieces = pieces_of(double(values), pair.row, piece_bytes_);
    return values > 0;
  }

  void find_shares() {
    const Decomposition& cut = layout_.decomposition();
    const int axis = layout_.axis();
    std::vector<std::array<double, 2>> all(cut.wide_links.size()), walked = all;
    const std::vector<bool> is = is_walked();
    for (int block = 0; block < layout_.blocks() && axis >= 0; ++block) {
      const Slab& slab = layout_.slab(layout_.slab_of(block));
      const Box& owned = layout_.owned(block);
      for (const int side : {0, 1}) {
        const int link = slab.links[side];
        if (link < 0 || owned.empty()) continue;
        if (side == 0 ? owned.lo[axis] != slab.core.lo[axis] : owned.hi[axis] != slab.core.hi[axis])
          continue;
        const double face = double(owned.points()) / owned.extent(axis);
        const auto direction = std::size_t(direction_of(block, side));
        all[std::size_t(link)][direction] += face;
        if (is[std::size_t(block)]) walked[std::size_t(link)][direction] += face;
      }
    }
    for (std::size_t l = 0; l < all.size(); ++l)
      cut_.share.push_back(
          {walked[l][0] / std::max(1.0, all[l][0]), walked[l][1] / std::max(1.0, all[l][1])});
  }

  // 0: to a site behind it in the list.
  int direction_of(int block, int side) const {
    const int sites = int(layout_.decomposition().slabs.size());
    const int site = layout_.slab_of(block), other = (site + (side == 1 ? 1 : sites - 1)) % sites;
    return site < other ? 0 : 1;
  }

  const Program& program_;
  SimulatedDecomposition& cut_;
  const Layout& layout_;
  double piece_bytes_;
  std::vector<int> number_;  // of the walked block that stands for a block of the run
};

}  // namespace

int parts_of(const VirtualRoute& route) {
  return route.way == VirtualRoute::Way::wide ? std::min(route.pieces, max_parts) : 1;
}

SimulatedDecomposition make_virtual_cut(const Program& program,
                                        std::shared_ptr<const Layout> layout,
                                        std::vector<std::shared_ptr<const VirtualPlan>> plans,
                                        int depth, const FaceThickness& thickness, int max_ranks,
                                        double piece_bytes) {
  SimulatedDecomposition cut;
  cut.layout = std::move(layout);
  cut.plans = std::move(plans);
  cut.depth = depth;
  const Grid& grid = cut.layout->grid();
  for (int d = 0; d < grid.dimensions; ++d) {
    cut.reach[d][0] = thickness.lower[d] - grid.faces[d][0].owned_layers;
    cut.reach[d][1] = thickness.upper[d] - grid.faces[d][1].owned_layers;
  }
  Maker(program, cut, piece_bytes).make(max_ranks);
  return cut;
}

}  // namespace cardon::model
