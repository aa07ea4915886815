// SPDX-License-Identifier: Apache-2.0
#include "restart/restart_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/kit/checkpoint/checkpoint_slots.hpp>
#include <set>

namespace cardon {
namespace {

using nlohmann::json;

json three(const Vec3& v) { return {v[0], v[1], v[2]}; }

void check_grid(const CheckpointManifest& manifest, const Grid& grid,
                std::vector<Problem>& problems) {
  const json now = grid_json(grid);
  if (now == manifest.grid) return;
  Problem problem{.slug = "restart/other-grid",
                  .message = "the grid is not that of the checkpoint",
                  .help = "restore the section grid of that run, or start a new run"};
  for (const auto& [key, value] : now.items())
    if (!manifest.grid.contains(key) || manifest.grid.at(key) != value)
      problem.notes.push_back(fmt::format(
          "{}: {}, in the checkpoint {}", key, value.dump(),
          manifest.grid.contains(key) ? manifest.grid.at(key).dump() : std::string("nothing")));
  problems.push_back(problem);
}

void check_fields(const CheckpointManifest& manifest, const Program& program,
                  std::vector<Problem>& problems) {
  const char* help =
      "activate the same thorns with the same parameters as in that run, or start a new run";
  std::set<std::string> stored, known;
  for (const StoredField& field : manifest.fields) stored.insert(field.name);
  for (const GridFunction& field : program.fields) {
    known.insert(field.full_name());
    if (!is_needed(program, field) || stored.count(field.full_name())) continue;
    problems.push_back({.slug = "restart/missing-field",
                        .message = field.full_name() + " is not in the checkpoint",
                        .notes = {"the run that wrote it did not have the field"},
                        .help = help});
  }
  for (const std::string& name : stored)
    if (!name.empty() && !known.count(name))
      problems.push_back(
          {.slug = "restart/other-field",
           .message = fmt::format("the checkpoint has {}, but this run does not", name),
           .help = help});
}

/// A run may have been killed between its last checkpoint and its end.
Problem nothing_left(const RestartChoice& choice, long last_iteration) {
  Problem problem{.slug = "restart/nothing-left"};
  problem.message = fmt::format(
      "nothing is left to do: the run ends at iteration {}, the checkpoint is of iteration {}",
      last_iteration, choice.manifest.iteration);
  problem.help =
      "to continue a finished run, raise time.stop.iterations or time.stop.time in the file or on "
      "the command line";
  if (choice.checkpoints.size() > 1)
    problem.help += "; to repeat the end of a run that was killed, restart from " +
                    choice.checkpoints[1].string();
  return problem;
}

}  // namespace

json grid_json(const Grid& grid) {
  json faces = json::array();
  for (int d = 0; d < grid.dimensions; ++d)
    for (const Face& face : grid.faces[d])
      faces.push_back({face.boundary, face.owned_layers, face.exterior_layers});
  return {{"dimensions", grid.dimensions},
          {"points", grid.points},
          {"lower end", three(grid.lower)},
          {"upper end", three(grid.upper)},
          {"first point", three(grid.origin)},
          {"spacing", three(grid.spacing)},
          {"centring", grid.centring == Centring::cell ? "cells" : "points"},
          {"boundaries: name, layers inside, layers outside", faces}};
}

void check_restart(const RestartChoice& choice, const Program& program, long last_iteration,
                   bool same, std::vector<Problem>& problems) {
  const CheckpointManifest& manifest = choice.manifest;
  if (same) check_grid(manifest, program.grid, problems);
  check_fields(manifest, program, problems);
  if (same && program.longest_dt != manifest.longest_dt)
    problems.push_back(
        {.slug = "restart/other-step",
         .message = fmt::format("the longest time step allowed is {1}{0}, in the checkpoint {2}{0}",
                                program.grid.after_time(), program.longest_dt, manifest.longest_dt),
         .help = "restore the thorns and parameters of that run, or start a new run"});
  if (last_iteration <= manifest.iteration)
    problems.push_back(nothing_left(choice, last_iteration));
}

}  // namespace cardon
