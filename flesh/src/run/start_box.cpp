// SPDX-License-Identifier: Apache-2.0
#include "run/start_box.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "cardon/version.hpp"
#include "run/machine_setup.hpp"
#include "run/rank_report.hpp"
#include "run/screen.hpp"

namespace cardon {
namespace {

std::string grid_line(const Grid& g) {
  std::string points, spacing, faces;
  static const char* const axes[] = {"x", "y", "z"};
  for (int d = 0; d < g.dimensions; ++d) {
    points += fmt::format("{}{}", d ? " x " : "", g.points[std::size_t(d)]);
    spacing += fmt::format("{}{:.4g}", d ? ", " : "", g.spacing[d]);
    faces += fmt::format("{}{}: {}", d ? ", " : "", axes[d], g.faces[d][0].boundary);
    if (g.faces[d][1].boundary != g.faces[d][0].boundary) faces += "/" + g.faces[d][1].boundary;
  }
  return fmt::format("{} {}, spacing {} m, {}", points,
                     g.centring == Centring::cell ? "cells" : "points", spacing, faces);
}

std::string link_line(const Driver& driver) {
  std::vector<std::string> parts;
  for (const plan::Link& link : driver.links())
    parts.push_back(fmt::format("{} {} layers", link.name, link.depth));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string axis_text(const Decomposition& decomposition) {
  return decomposition.axis < 0 ? "" : fmt::format(", along {}", "xyz"[decomposition.axis]);
}

std::vector<std::string> output_names(const Setup& setup) {
  std::vector<std::string> names;
  for (const OutputEntry& o : setup.outputs) names.push_back(o.name);
  return names;
}

/// Arrays of the fields that any task of the run touches; others are never allocated.
int arrays_in_use(const Setup& setup) {
  const Program& program = setup.program;
  std::set<int> tasks(program.initial.begin(), program.initial.end()), fields;
  tasks.insert(program.step.begin(), program.step.end());
  for (const OutputEntry& o : setup.outputs) tasks.insert(o.analysis.begin(), o.analysis.end());
  for (int id : tasks)
    for (const Binding& b : program.tasks[std::size_t(id)].bindings) fields.insert(b.field);
  int arrays = 0;
  for (int id : fields) arrays += program.fields[std::size_t(id)].arrays();
  return arrays;
}

}  // namespace

double memory_per_rank(const Setup& setup, const Decomposition& decomposition, int depth) {
  const Program& program = setup.program;
  const bool wide = !decomposition.tiles.empty();
  const std::vector<Box>& boxes = wide ? decomposition.tiles : decomposition.owned;
  std::map<int, double> points;
  for (std::size_t b = 0; b < boxes.size(); ++b) {
    double p = 1;
    for (int d = 0; d < program.grid.dimensions; ++d) {
      const double ghosts =
          d == 0 ? 16 : 2.0 * std::max(depth, program.grid.radius[std::size_t(d)]);
      p *= boxes[b].extent(d) + ghosts;
    }
    points[decomposition.rank_of_block[b]] += p;
  }
  double most = 0;
  for (const auto& [rank, sum] : points) most = std::max(most, sum);
  return arrays_in_use(setup) * most * sizeof(Real);
}

std::vector<std::string> start_lines(const Setup& setup, const Transport& transport,
                                     const Driver& driver) {
  const Decomposition& decomposition = driver.decomposition();
  std::vector<std::string> thorns;
  for (const ThornDeclaration& t : setup.library.active) thorns.push_back(t.name);
  int depth = 0;
  for (const plan::Link& link : driver.links()) depth = std::max(depth, link.depth);
  std::vector<std::string> lines = {
      fmt::format("Cardon {}", version_text),
      fmt::format("thorns         {}", fmt::join(thorns, ", ")),
      fmt::format("grid           {}", grid_line(setup.program.grid)),
      fmt::format("time           dt = {:.6g} s, {} iterations to t = {:.6g} s", setup.program.dt,
                  setup.last_iteration, setup.time_at(setup.last_iteration)),
      fmt::format("integrator     {}", setup.integrator.empty()
                                           ? "none: the thorns compute their next levels themselves"
                                           : setup.integrator),
      fmt::format("driver         {}, {} rank{}, blocks {}", setup.driver_name, transport.size(),
                  transport.size() > 1 ? "s" : "", fmt::join(decomposition.topology, " x ")),
      fmt::format("transport      {}", transport.describe()),
      fmt::format("ghost zones    {}", link_line(driver)),
      fmt::format("memory         about {} per rank",
                  bytes_text(memory_per_rank(setup, decomposition, depth)))};
  if (setup.machine.sites.size() > 1)
    lines.insert(lines.begin() + 6, fmt::format("sites          {}{}", sites_text(setup.machine),
                                                axis_text(decomposition)));
  if (!setup.outputs.empty())
    lines.push_back(fmt::format("outputs        {}", fmt::join(output_names(setup), ", ")));
  return lines;
}

std::string closing_lines(const Setup& setup, const RunFigures& f, const std::string& folder) {
  std::string text =
      fmt::format("{} after {} iterations, t = {:.6g} s, in {} (evolution {}, output {}", f.status,
                  f.iterations, f.time, duration_text(f.wall), duration_text(f.evolution),
                  duration_text(f.output));
  if (f.output > 0 && f.output_bytes > 0)
    text += fmt::format(", {} at {}/s", bytes_text(f.output_bytes),
                        bytes_text(f.output_bytes / f.output));
  text += fmt::format(")\n{:.4g} million points per second on {} rank{}, efficiency {:.1f} %\n",
                      1e-6 * points_per_second(setup, f), f.ranks.size(),
                      f.ranks.size() > 1 ? "s" : "", 100 * efficiency(f.ranks, f.evolution));
  text += fmt::format("results in  {}\n", folder);
  if (!setup.outputs.empty()) text += fmt::format("to plot     cardon plot {}", folder);
  return text;
}

}  // namespace cardon
