// SPDX-License-Identifier: Apache-2.0
#include "run/start_box.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <cardon/kit/grid/thread_team.hpp>
#include <cardon/kit/shell_quoted.hpp>
#include <cardon/kit/tuning/rank_report.hpp>
#include <cardon/thorn/version.hpp>
#include <cardon/tuning/ghost_search.hpp>
#include <cmath>

#include "base/printable.hpp"
#include "console/screen.hpp"
#include "memory/memory_estimate.hpp"
#include "output/lossy_links.hpp"
#include "plans/machine_text.hpp"
#include "run/decomposition_report.hpp"
#include "run/describe_steps.hpp"
#include "startup/placed_run.hpp"

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
  return fmt::format("{} {}, spacing {}{}, {}", points,
                     g.centring == Centring::cell ? "cells" : "points", spacing, g.after_length(),
                     faces);
}

std::string depths_text(const std::vector<LinkTimings>& links) {
  std::vector<std::string> parts;
  for (const LinkTimings& link : links)
    parts.push_back(fmt::format("{} {}", link.name, counted(link.depth, "layer")));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// `max_depth`: layers between blocks that memory is taken for.
std::string more_text(const std::vector<LinkTimings>& links, int max_depth) {
  return max_depth > links.front().depth
             ? fmt::format(", memory for {}: long runs time more layers in their first steps",
                           max_depth)
             : std::string();
}

/// Empty without any.
std::string codecs_text(const std::vector<LinkTimings>& links) {
  std::vector<std::string> parts;
  for (const LinkTimings& link : links)
    if (link.codec != "none") parts.push_back(fmt::format("{}: {}", link.name, link.codec));
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string axis_text(const Decomposition& decomposition) {
  return decomposition.axis < 0 ? "" : fmt::format(", along {}", "xyz"[decomposition.axis]);
}

std::vector<std::string> output_names(const std::vector<OutputEntry>& outputs) {
  std::vector<std::string> names;
  for (const OutputEntry& o : outputs) names.push_back(o.name);
  return names;
}

std::string threads_text(const ParameterSet& parameters) {
  const int threads = threads_per_rank(parameters);
  return threads > 1 ? fmt::format(" of {} threads", threads) : std::string();
}

std::string speed_lines(const Program& program, const std::string& threads, const RunFigures& f) {
  const std::size_t ranks = f.ranks.size();
  std::string text =
      fmt::format("{:.4g} million points per second", 1e-6 * points_per_second(program.grid, f));
  if (const double rate = flop_rate(program, f); rate > 0)
    text += fmt::format(" ({:.4g} GFlop/s)", 1e-9 * rate);
  text += fmt::format(" on {} rank{}{}, efficiency {:.1f} %", ranks, ranks > 1 ? "s" : "", threads,
                      100 * efficiency(f.ranks, f.evolution));
  if (ranks > 1) text += fmt::format(", imbalance {:.2f}", imbalance(f.ranks));
  text += "\n";
  if (const std::string losses = losses_text(f.ranks[0].links); !losses.empty())
    text += fmt::format("LOSSY: {}; the results are not exact\n", losses);
  return text;
}

std::string rejected_line(const ClockState& clock) {
  if (clock.rejections == 0) return "no steps rejected\n";
  return fmt::format("{} rejected, in {}\n", counted(clock.rejected, "step"),
                     counted(clock.rejections, "place"));
}

/// What a larger lead would have been good for.
std::string late_line(const RunFigures& f) {
  constexpr double worth_saying = 0.03;
  const StepRule& rule = f.clock.rule();
  const double steps = double(f.iterations - f.first_iteration);
  if (f.late <= worth_saying * f.evolution || steps < double(rule.every)) return "";
  const long interval = f.clock.state().interval > 0 ? f.clock.state().interval : rule.shortest;
  const double step = (f.evolution - f.late) / steps, wait = f.late * double(interval) / steps;
  const long lead = rule.lead + 1 + std::lround(std::ceil(wait / step));
  std::string text =
      fmt::format("for {:.0f} % of the time ranks waited to agree on steps: time.adaptive.lead: {}",
                  100 * f.late / f.evolution, lead);
  if (lead > rule.every)
    text += fmt::format(", with every: {} (a rejection then costs that many steps)", lead);
  return text + ", would avoid it in the next run\n";
}

std::string step_lines(const RunFigures& f) {
  return rejected_line(f.clock.state()) + late_line(f);
}

}  // namespace

std::vector<std::string> start_lines(const PlacedRun& placed, const Driver& driver) {
  const CheckedRun& run = placed.run;
  const Transport& transport = *placed.transport;
  const Decomposition& decomposition = driver.decomposition();
  const std::vector<LinkTimings>& links = driver.timings().links;
  std::vector<std::string> thorns;
  for (const ThornDeclaration& t : run.library.active) thorns.push_back(t.name);
  const Layout layout(run.program.grid, decomposition);
  const auto* search = dynamic_cast<const GhostSearch*>(&driver);
  const int depth = search != nullptr ? search->max_depth() : driver.links().front().depth;
  const auto memory = memory_by_rank(layout, depth, fields_in_use(run.program, run.outputs));
  std::vector<std::string> lines = {
      fmt::format("Cardon {}", version_text),
      fmt::format("thorns         {}", fmt::join(thorns, ", ")),
      fmt::format("grid           {}", grid_line(run.program.grid)),
      fmt::format("time           {}", time_line(run)),
      fmt::format("integrator     {}", run.integrator.empty()
                                           ? "none: the thorns compute their next levels themselves"
                                           : run.integrator),
      fmt::format("driver         {}, {} rank{}{}, blocks {}", run.driver_name, transport.size(),
                  transport.size() > 1 ? "s" : "", threads_text(*run.parameters),
                  blocks_text(decomposition)),
      fmt::format("transport      {}", transport.describe()),
      fmt::format("ghost zones    {}{}", depths_text(links), more_text(links, depth)),
      fmt::format("memory         about {} per rank", bytes_text(std::ranges::max(memory)))};
  if (placed.machine.sites.size() > 1)
    lines.insert(lines.begin() + 6, fmt::format("sites          {}{}", sites_text(placed.machine),
                                                axis_text(decomposition)));
  if (const std::string codecs = codecs_text(links); !codecs.empty())
    lines.push_back(fmt::format("compression    {}", codecs));
  if (const std::string losses = losses_text(links); !losses.empty())
    lines.push_back(fmt::format("LOSSY          {}: the results are not exact", losses));
  if (!run.outputs.empty())
    lines.push_back(fmt::format("outputs        {}", fmt::join(output_names(run.outputs), ", ")));
  return lines;
}

/// What tasks of Terminate have found.
std::string result_lines(const RunFigures& f) {
  std::string text;
  for (const auto& [scalar, value] : f.results)
    text += fmt::format("{} = {:.9g}{}{}\n", scalar->full_name(), value,
                        scalar->unit.empty() ? "" : " ", scalar->unit);
  return text;
}

std::string closing_lines(const CheckedRun& run, const RunFigures& f, const std::string& folder) {
  std::string text =
      fmt::format("{} after {}, t = {:.6g}{}, in {} (evolution {}, output {}", f.end.status,
                  counted(f.iterations, "iteration"), f.clock.time(), run.program.grid.after_time(),
                  duration_text(f.wall), duration_text(f.evolution), duration_text(f.output));
  const double hidden = f.background.hidden();
  if (hidden > 0) text += fmt::format(" and {} beside the steps", duration_text(hidden));
  if (const double all = f.output + hidden; all > 0 && f.output_bytes > 0)
    text +=
        fmt::format(", {} at {}/s", bytes_text(f.output_bytes), bytes_text(f.output_bytes / all));
  text += ")\n";
  if (f.clock.adaptive()) text += step_lines(f);
  text += speed_lines(run.program, threads_text(*run.parameters), f);
  text += result_lines(f);
  text += fmt::format("results in  {}\n", printable(folder));
  if (!run.outputs.empty()) text += "to plot     cardon plot " + shell_quoted(folder);
  return text;
}

}  // namespace cardon
