// SPDX-License-Identifier: Apache-2.0
#include "ghost_depths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/tiles/ghost_depths.hpp>
#include <cardon/kit/tiles/tile_settings.hpp>

#include "unigrid_parameters.hpp"

namespace cardon::unigrid {
namespace {

[[noreturn]] void too_few_ghost_zones(const Program& program, int depth, const Location& where) {
  Problem problem;
  problem.slug = "grid/ghost-zones";
  problem.where = where;
  int largest = depth;
  for (const Task& task : program.tasks)
    for (const Binding& binding : task.bindings) {
      if (reach_of(task, binding) <= largest) continue;
      largest = reach_of(task, binding);
      problem.message =
          fmt::format("{} is needed to {} ghost layers, but driver.ghost_zones allows {}",
                      binding.declared, largest, depth);
      problem.notes = {fmt::format("needed by {} (reads {} with stencil {})", task.name,
                                   binding.declared, largest)};
    }
  problem.help = fmt::format(
      "raise driver.ghost_zones to {} or more, or leave it out to let the driver choose", largest);
  throw Error(problem);
}

bool is_free(const DriverSetup& setup) {
  return setup.parameters->get(section, ghost_zones) == 0 &&
         read_tile_settings(*setup.parameters, section).mode == TileSettings::Mode::automatic;
}

}  // namespace

int ghost_depth(const DriverSetup& setup) {
  int needed = 0;
  for (const Task& task : setup.program->tasks)
    for (const Binding& binding : task.bindings) needed = std::max(needed, reach_of(task, binding));
  const int asked = setup.parameters->get(section, ghost_zones);
  if (asked > 0 && asked < needed)
    too_few_ghost_zones(*setup.program, asked,
                        setup.parameters->where(section, ghost_zones.name()));
  return std::max(asked, needed);
}

int max_ghost_depth(const DriverSetup& setup, const Layout& layout) {
  const int fewest = ghost_depth(setup);
  return is_free(setup) ? cardon::max_ghost_depth(*setup.program, layout, fewest) : fewest;
}

}  // namespace cardon::unigrid
