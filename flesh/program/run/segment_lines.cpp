// SPDX-License-Identifier: Apache-2.0
#include "run/segment_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/grid/face_thickness.hpp>
#include <cardon/kit/grid/thread_team.hpp>
#include <cardon/kit/tiles/segment_shape.hpp>
#include <cardon/kit/tiles/tile_choice.hpp>

#include "console/screen.hpp"

namespace cardon {
namespace {

using Kind = plan::Operation::Kind;

/// Tasks that are executed together, and in how many steps they lie.
struct Together {
  std::vector<GrownTask> tasks;
  int steps = 0;
};

class SegmentFinder {
 public:
  SegmentFinder(const DriverSetup& setup, const Layout& layout, int block, TileChoice choice)
      : setup_(setup), layout_(layout), block_(block), choice_(std::move(choice)) {
    const FaceThickness thickness = face_thickness(setup);
    const Grid& grid = layout.grid();
    for (int d = 0; d < grid.dimensions; ++d) {
      reach_[d][0] = thickness.lower[d] - grid.faces[d][0].owned_layers;
      reach_[d][1] = thickness.upper[d] - grid.faces[d][1].owned_layers;
    }
  }

  std::string line(const plan::Plan& plan) {
    std::vector<const plan::Operation*> cycle;
    for (const plan::Segment& segment : plan.cycle)
      for (const plan::Operation& operation : segment.operations) cycle.push_back(&operation);
    Together segment = longest(cycle);
    if (std::none_of(cycle.begin(), cycle.end(), [&](const auto* o) { return sends(*o); }))
      segment = repeated(segment);
    const SegmentFacts facts = this->facts(segment.tasks);
    const TileShape tiles = choice_.shape(facts);
    if (facts.instances < 2) return "none: blocks exchange before every task";
    const std::string what =
        fmt::format("{} tasks in {}, {}", facts.instances, counted(segment.steps, "step"),
                    counted(facts.arrays, "array"));
    if (tiles.rows == 0)
      return what +
             (facts.fits ? ": too many for the caches" : ": their lag is longer than the grid");
    return fmt::format("{}, lag of {}: {}, working set {}", what,
                       counted(facts.span[layout_.grid().dimensions - 1], "plane"),
                       counted(tiles.rows, "row"),
                       bytes_text(double(choice_.working_set(facts, tiles))));
  }

 private:
  bool sends(const plan::Operation& operation) const {
    return operation.kind == Kind::exchange && (operation.link > 0 || layout_.exchanges_in_sites());
  }
  bool joins(const plan::Operation& operation) const {
    return joins_segment(*setup_.program, layout_,
                         setup_.program->tasks[std::size_t(operation.task)]);
  }
  SegmentFacts facts(const std::vector<GrownTask>& tasks) const {
    return segment_shape(*setup_.program, layout_, block_, tasks, reach_).facts;
  }

  // A cycle begins with an exchange if there is one.
  Together longest(const std::vector<const plan::Operation*>& cycle) const {
    Together best, now;
    bool new_step = true;
    for (const plan::Operation* operation : cycle) {
      if (operation->kind == Kind::step_end) {
        new_step = true;
        continue;
      }
      if (sends(*operation) || (operation->kind != Kind::exchange && !joins(*operation))) {
        now = Together{};
        new_step = true;
      }
      if (operation->kind == Kind::exchange || !joins(*operation)) continue;
      now.steps += new_step;
      new_step = false;
      const bool grows = !operation->growth.empty();
      now.tasks.push_back(
          {operation->task, grows ? layout_.growth(block_, operation->growth) : Growth()});
      if (now.tasks.size() > best.tasks.size()) best = now;
    }
    return best;
  }

  // Of a block that never exchanges anything as many steps as are tried first.
  Together repeated(const Together& step) {
    const auto times = [&](int steps) {
      Together all;
      for (int n = 0; n < steps; ++n)
        all.tasks.insert(all.tasks.end(), step.tasks.begin(), step.tasks.end());
      all.steps = steps * step.steps;
      return all;
    };
    choice_.know(facts(step.tasks), facts(times(2).tasks));
    return times(std::max(choice_.steps(), 1));
  }

  const DriverSetup& setup_;
  const Layout& layout_;
  int block_;
  TileChoice choice_;
  FaceReach reach_ = {};
};

// Of all fields.
TileRoom room_of(const DriverSetup& setup, const Layout& layout, int block, int depth, int ranks) {
  int arrays = 0;
  for (const GridFunction& field : setup.program->fields) arrays += field.arrays();
  const std::size_t bytes = BlockStorage::bytes_needed(
      layout.tile(block), layout.stored(block, depth), setup.program->fields);
  return tile_room(layout, block, bytes, arrays, {ranks, threads_per_rank(*setup.parameters)});
}

}  // namespace

std::vector<std::string> segment_lines(const DriverSetup& setup, const Layout& layout,
                                       const std::vector<SitePlan>& plans, int depth, int ranks) {
  const TileSettings settings = driver_tile_settings(*setup.parameters);
  std::vector<std::string> lines;
  TileRoom room;
  for (const SitePlan& site : plans) {
    int block = 0;
    while (layout.slab_of(block) != site.slabs.front()) ++block;
    room = room_of(setup, layout, block, depth, ranks);
    const TileChoice choice(settings, room);
    if (!choice.possible()) continue;
    const std::string where =
        plans.size() > 1 ? layout.slab(site.slabs.front()).name + ": " : std::string();
    lines.push_back(where + SegmentFinder(setup, layout, block, choice).line(site.plan));
  }
  if (!lines.empty() && settings.mode == TileSettings::Mode::automatic) {
    lines.push_back(fmt::format("caches of a thread: second level {}, last level {}",
                                bytes_text(double(room.second_level)),
                                bytes_text(double(room.share))));
    lines.push_back("(auto: if the first segments of the run prove faster in tiles)");
  }
  return lines;
}

}  // namespace cardon
