// SPDX-License-Identifier: Apache-2.0
#include "toy_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>

namespace cardon::plan {

struct ToyRun::Block {
  Range tile;
  ToyFields fields;
};

struct ToyRun::SiteRun {
  const Site& site;
  SiteLinks links;
  bool wraps = false;  // the only site of a periodic domain
  Planner* planner = nullptr;
  Planner::Cursor cursor;
  const Segment* segment = nullptr;
  std::size_t done = 0;  // operations of the segment
  std::vector<Block> blocks;
  // Every layer of the ghost zones is somewhere between two blocks, so that blocks hold what the
  // planner counts on and nothing else.
  bool exposed = false;

  int left(const std::vector<int>& layers) const { return links.left < 0 ? 0 : layers[links.left]; }
  int right(const std::vector<int>& layers) const {
    return links.right < 0 ? 0 : layers[links.right];
  }
};

PlanInput site_input(const RandomCase& c, const Site& site, SiteLinks& links) {
  PlanInput input = c.declarations;
  input.links.push_back({"blocks", site.block_depth, 0, -1});
  for (int wide = 0; wide < int(c.wide_depths.size()); ++wide) {
    const bool mine = wide == site.left_link || wide == site.right_link;
    if (!c.shared_plan && !mine) continue;
    if (wide == site.left_link) links.left = int(input.links.size());
    if (wide == site.right_link) links.right = int(input.links.size());
    input.links.push_back({fmt::format("wide{}", wide), c.wide_depths[wide], 1, 0});
  }
  return input;
}

ToyRun::ToyRun(const RandomCase& c, const Rules& rules, int restart)
    : case_(c),
      restart_(restart),
      sequence_(c.steps, {}),
      reference_(int(c.oldest.size()), {0, c.points}) {
  make_sites(rules);
}

ToyRun::~ToyRun() = default;

void ToyRun::make_sites(const Rules& rules) {
  for (const Site& site : case_.sites) {
    auto run =
        std::make_unique<SiteRun>(SiteRun{.site = site, .links = {}, .cursor = {}, .blocks = {}});
    PlanInput input = site_input(case_, site, run->links);
    if (planners_.empty() || !case_.shared_plan) {
      planners_.push_back(std::make_unique<Planner>(std::move(input), sequence_, rules));
    }
    run->planner = planners_.back().get();
    run->cursor = run->planner->start();
    run->wraps = case_.periodic && case_.sites.size() == 1;
    for (const Range& tile : site.tiles) {
      Range storage = tile.grown(site.block_depth, site.block_depth);
      if (!run->wraps) storage = storage.cut(site.extended);
      run->blocks.push_back({tile, ToyFields(int(case_.oldest.size()), storage)});
    }
    run->exposed = exposes(*run);
    sites_.push_back(std::move(run));
  }
}

// Of two wide links the planner must suppose that their surroundings overlap, which only the
// thinnest sites can show.
bool ToyRun::exposes(const SiteRun& run) const {
  const Site& site = run.site;
  return run.planner->input().links.size() <= 2 &&
         site.core.hi - site.core.lo > site.block_depth + 2 * (case_.reach + 1) &&
         std::all_of(site.tiles.begin(), site.tiles.end(), [&](const Range& tile) {
           const bool low_face = tile.lo == 0 && site.core.lo == 0;
           const bool high_face = tile.hi == case_.points && site.core.hi == case_.points;
           const bool at_face = !case_.periodic && (low_face || high_face);
           return tile.hi - tile.lo == (at_face ? case_.reach + 1 : 1);
         });
}

std::string ToyRun::run() {
  try {
    execute_everything();
  } catch (const ToyFailure& failure) {
    return fmt::format("{} (operation {})", failure.what(), operation_);
  } catch (const Bug& bug) {
    return bug.what();
  }
  if (restart_ != never) return "";  // what the walk before it had still to use was lost
  const auto unused = provenance_.unused();
  if (unused.empty()) return "";
  return fmt::format(
      "{} points are computed or sent but never used, the first at operation {}, x = {}",
      unused.size(), unused[0].operation, unused[0].x);
}

void ToyRun::execute_everything() {
  for (int step = 0; step < int(case_.steps.size()); ++step) {
    if (step == restart_) restart();
    for (const int task : case_.steps[step]) execute(task);
    end_step();
  }
  for (auto& site : sites_) {
    if (peek(*site)) throw ToyFailure("the plan continues after the end");
  }
}

// Only the own points of the sites survive.
void ToyRun::restart() {
  for (auto& site : sites_) {
    site->cursor = site->planner->resume(restart_);
    site->segment = nullptr;
    for (Block& block : site->blocks) block.fields.poison_outside(block.tile.cut(site->site.core));
  }
}

const Operation* ToyRun::peek(SiteRun& site) {
  while (!site.segment || site.done == site.segment->operations.size()) {
    site.segment = site.planner->next(site.cursor);
    site.done = 0;
    if (!site.segment) return nullptr;
  }
  return &site.segment->operations[site.done];
}

void ToyRun::execute(int task) {
  for (auto& site : sites_) exchanges(*site);
  ++operation_;
  const TaskDecl& decl = case_.declarations.tasks[task];
  if (decl.rotate) {
    for (const int field : decl.rotates) reference_.rotate(field, case_.oldest[field]);
  } else {
    compute_reference(toy_task(task));
  }
  for (auto& site : sites_) {
    const Operation* operation = peek(*site);
    if (!operation || operation->task != task) throw ToyFailure("the plan leaves a task out");
    for (Block& block : site->blocks) {
      for (const int field : decl.rotates) block.fields.rotate(field, case_.oldest[field]);
    }
    if (!decl.rotate) compute(*site, *operation, toy_task(task));
    ++site->done;
  }
}

// All owned points of all slots are as in the single domain.
void ToyRun::end_step() {
  for (auto& site : sites_) {
    exchanges(*site);
    const Operation* operation = peek(*site);
    if (!operation || operation->kind != Operation::Kind::step_end)
      throw ToyFailure("a step does not end");
    ++site->done;
    const int slots = int(case_.oldest.size()) * ToyFields::slots_per_field;
    for (Block& block : site->blocks) {
      const Range owned = block.tile.cut(site->site.core);
      for (int slot = 0; slot < slots; ++slot) {
        for (int x = owned.lo; x < owned.hi; ++x) {
          if (block.fields.at(slot, x).hash == reference_.at(slot, global(x)).hash) continue;
          throw ToyFailure(
              "an owned point differs from the single-domain run at the end of a step");
        }
      }
    }
  }
}

// The site's core grown by the layers on its wide links.
Range ToyRun::region(const SiteRun& site, const std::vector<int>& layers) const {
  if (site.wraps) return {-(1 << 20), 1 << 20};
  return site.site.core.grown(site.left(layers), site.right(layers)).cut(site.site.extended);
}

// The block's part of that, grown by the layers between blocks, and cut to it again.
Range ToyRun::region(const SiteRun& site, const Block& block,
                     const std::vector<int>& layers) const {
  const Range all = region(site, layers);
  const Range part = block.tile.cut(all);
  return part.empty() ? part : part.grown(layers[0], layers[0]).cut(all);
}

ToyTask ToyRun::toy_task(int task) const {
  const int far = case_.periodic ? 1 << 20 : 0;
  return {case_.declarations.tasks[task], operation_, case_.reach,
          Range{0, case_.points}.grown(far, far)};
}

void ToyRun::exchanges(SiteRun& site) {
  for (const Operation* operation = peek(site); operation; operation = peek(site)) {
    if (operation->kind != Operation::Kind::exchange) return;
    ++operation_;
    for (const SlotDepth& sent : operation->fields) {
      const bool wide = operation->link != 0;
      const Received received =
          wide ? exchange_wide(site, *operation, sent) : exchange_blocks(site, sent);
      if (received.points > 0 && received.news == 0 && (wide || site.exposed))
        throw ToyFailure("a slot is sent in vain to where it is right already");
    }
    ++site.done;
  }
}

ToyRun::Received ToyRun::exchange_blocks(SiteRun& site, const SlotDepth& sent) {
  Received received;
  std::vector<int> layers = sent.needs;
  layers[0] = sent.depth;
  for (Block& block : site.blocks) {
    const Range points = region(site, block, layers);
    for (int x = points.lo; x < points.hi; ++x) {
      if (block.tile.contains(x)) continue;
      const int from_x = site.wraps ? global(x) : x;
      received.add(copy(site, block, owner(site, from_x), ToyFields::number(sent.slot), x, from_x));
    }
  }
  return received;
}

ToyRun::Received ToyRun::exchange_wide(SiteRun& site, const Operation& operation,
                                       const SlotDepth& sent) {
  Received received;
  const Range core = site.site.core;
  Range sides[2] = {{core.lo, core.lo}, {core.hi, core.hi}};
  if (operation.link == site.links.left) sides[0].lo -= sent.depth;
  if (operation.link == site.links.right) sides[1].hi += sent.depth;
  for (const Range& side : sides) {
    const Range points = side.cut(site.site.extended);
    for (int x = points.lo; x < points.hi; ++x) {
      for (auto& other : sites_) {
        if (!other->site.core.contains(global(x))) continue;
        received.add(copy(site, owner(site, x), owner(*other, global(x)),
                          ToyFields::number(sent.slot), x, global(x)));
      }
    }
  }
  return received;
}

ToyRun::Block& ToyRun::owner(SiteRun& site, int x) {
  for (Block& block : site.blocks) {
    if (block.tile.contains(x)) return block;
  }
  throw ToyFailure("a point without an owner is sent");
}

bool ToyRun::copy(const SiteRun& site, Block& to, Block& from, int slot, int x, int from_x) {
  const Cell sent = from.fields.at(slot, from_x);
  if (sent.hash == Cell::poison) throw ToyFailure("a poisoned point is sent");
  if (sent.hash != reference_.at(slot, global(x)).hash) throw ToyFailure("a stale point is sent");
  const Duty needed = to.tile.contains(x) ? Duty::strict : duty(site, to, x);
  const int value = provenance_.add(needed, Provenance::none, operation_, x);
  provenance_.made_from(sent.value);
  Cell& cell = to.fields.at(slot, x);
  const bool news = cell.hash != sent.hash;
  cell = {sent.hash, value};
  return news;
}

void ToyRun::compute_reference(const ToyTask& task) {
  scratch_.clear();
  ToyFields& fields = reference_;
  for (int x = 0; x < case_.points; ++x) {
    std::uint64_t h = task.start(x);
    task.for_each_read(x,
                       [&](int slot, int y) { h = scramble(h ^ fields.at(slot, global(y)).hash); });
    scratch_.push_back(h);
  }
  for (int x = 0; x < case_.points; ++x) {
    for (std::size_t w = 0; w < task.decl.writes.size(); ++w) {
      fields.at(ToyFields::number(task.decl.writes[w]), x).hash = ToyTask::written(scratch_[x], w);
    }
  }
}

void ToyRun::compute(SiteRun& site, const Operation& operation, const ToyTask& task) {
  const Range all = region(site, operation.growth);
  group_first_ = all.lo;
  group_base_ = -1;
  if (!site.wraps) {
    for (int x = all.lo; x < all.hi; ++x) {
      const int group = provenance_.add_group();
      if (group_base_ < 0) group_base_ = group;
    }
  }
  for (Block& block : site.blocks) {
    compute(site, block, region(site, block, operation.growth), task);
  }
}

// Own points of the core matter by themselves. A ghost point must be used if the own point next to
// the ghost zone is in the core. A block whose own points are copies of another site's may compute
// a ghost point in vain: it has no part in the tasks that would use it.
ToyRun::Duty ToyRun::duty(const SiteRun& site, const Block& block, int x) const {
  if (block.tile.contains(x)) return site.site.core.contains(x) ? Duty::root : Duty::free;
  const int edge = x < block.tile.lo ? block.tile.lo : block.tile.hi - 1;
  return site.site.core.contains(edge) ? Duty::strict : Duty::free;
}

// Several blocks may compute the same copy of another site's point, one of them as its owner: one
// must be used.
int ToyRun::new_value(const SiteRun& site, const Block& block, int x) {
  const bool shared = !site.wraps && !site.site.core.contains(x);
  const int group = shared ? group_base_ + x - group_first_ : Provenance::none;
  return provenance_.add(duty(site, block, x), group, operation_, x);
}

void ToyRun::compute(const SiteRun& site, Block& block, const Range& points, const ToyTask& task) {
  scratch_.clear();
  std::vector<int> values;
  for (int x = points.lo; x < points.hi; ++x) {
    scratch_.push_back(task.hash(block.fields, x, global(x)));
    values.push_back(new_value(site, block, x));
    task.for_each_read(
        x, [&](int slot, int y) { provenance_.made_from(block.fields.at(slot, y).value); });
  }
  for (int x = points.lo; x < points.hi; ++x) {
    store(block, task, x, scratch_[x - points.lo], values[x - points.lo]);
  }
}

void ToyRun::store(Block& block, const ToyTask& task, int x, std::uint64_t hash, int value) {
  for (std::size_t w = 0; w < task.decl.writes.size(); ++w) {
    const int slot = ToyFields::number(task.decl.writes[w]);
    const std::uint64_t result = ToyTask::written(hash, w);
    if (result != reference_.at(slot, global(x)).hash) throw ToyFailure("a stale value was read");
    block.fields.at(slot, x) = {result, value};
  }
}

}  // namespace cardon::plan
