// SPDX-License-Identifier: Apache-2.0
#include "decomposition_cache.hpp"

#include <algorithm>
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/grid/fields_of_tasks.hpp>
#include <cardon/kit/tiles/ghost_depths.hpp>
#include <cardon/plan/cyclic_plan.hpp>
#include <cardon/services/program.hpp>

#include "rank_columns.hpp"
#include "site_request.hpp"

namespace cardon::model {
namespace {

constexpr std::size_t max_entries = 64;

}  // namespace

DecompositionCache::DecompositionCache(const Program& program, const FaceThickness& thickness,
                                       const Machine& machine, const GridModelOptions& options)
    : program_(program),
      thickness_(thickness),
      machine_(machine),
      options_(options),
      axis_(chain_axis(machine, program.grid)),
      fewest_(*std::max_element(program.grid.radius.begin(), program.grid.radius.end())),
      depth_(std::max(options.site_depth, fewest_)),
      fields_(fields_of_steps(program)) {
  for (const Site& site : machine.sites) ranks_ += site.ranks.size();
}

const DecompositionCache::Entry& DecompositionCache::find(const DriverSettings& settings) {
  for (auto entry = entries_.begin(); entry != entries_.end(); ++entry)
    if (same_cut(entry->settings, settings)) {
      entries_.splice(entries_.begin(), entries_, entry);
      return entries_.front();
    }
  Entry entry{settings, nullptr, 0, 0};
  make(entry);
  entries_.push_front(std::move(entry));
  if (entries_.size() > max_entries) entries_.pop_back();
  return entries_.front();
}

void DecompositionCache::make(Entry& entry) {
  std::shared_ptr<Layout> layout;
  try {
    const SiteRequest request = site_request(program_, thickness_, machine_, entry.settings,
                                             [this](int depth) { return cost_of(depth); });
    layout = std::make_shared<Layout>(program_.grid, decompose_sites(request).decomposition);
  } catch (const Error&) {
    return;  // too deep, too many blocks, too many ranks
  }
  std::vector<std::shared_ptr<const VirtualPlan>> plans;
  const std::size_t slabs = std::max<std::size_t>(1, layout->decomposition().slabs.size());
  for (std::size_t slab = 0; slab < slabs; ++slab) {
    std::vector<int> depths;
    for (const int link : layout->links_of(int(slab)))
      depths.push_back(layout->decomposition().wide_links[std::size_t(link)].depth);
    plans.push_back(plan_for(depths));
  }
  entry.stored_depth = stored_depth(*layout);
  entry.memory = memory_of(*layout, entry.stored_depth);
  entry.cut = std::make_unique<SimulatedDecomposition>(
      make_virtual_cut(program_, std::move(layout), std::move(plans), depth_, thickness_,
                       options_.max_ranks, options_.piece_bytes));
}

std::shared_ptr<const VirtualPlan> DecompositionCache::plan_for(const std::vector<int>& depths) {
  std::shared_ptr<const VirtualPlan>& plan = plans_[depths];
  if (plan) return plan;
  std::vector<plan::Link> links = {{.name = "intra", .depth = depth_, .level = 0, .axis = -1}};
  for (const int depth : depths)
    links.push_back({.name = "wide", .depth = depth, .level = 1, .axis = axis_});
  plan = std::make_shared<VirtualPlan>(program_, cyclic_plan(program_, std::move(links)));
  return plan;
}

const LinkCost& DecompositionCache::cost_of(int depth) {
  const auto known = costs_.find(depth);
  if (known != costs_.end()) return known->second;
  return costs_.emplace(depth, link_cost(program_, axis_, depth)).first->second;
}

int DecompositionCache::stored_depth(const Layout& layout) const {
  return options_.searches_depth ? std::max(depth_, max_ghost_depth(program_, layout, fewest_))
                                 : depth_;
}

std::size_t DecompositionCache::memory_of(const Layout& layout, int depth) const {
  std::size_t most = 0;
  for (const std::vector<int>& blocks : blocks_by_rank(layout)) {
    std::size_t bytes = 0;
    for (const int block : blocks)
      bytes += BlockStorage::bytes_needed(layout.tile(block), layout.stored(block, depth), fields_);
    most = std::max(most, bytes);
  }
  return most;
}

}  // namespace cardon::model
