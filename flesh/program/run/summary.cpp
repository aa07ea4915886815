// SPDX-License-Identifier: Apache-2.0
#include "run/summary.hpp"

#include <algorithm>
#include <cardon/kit/grid/thread_team.hpp>
#include <cardon/kit/tuning/rank_report.hpp>
#include <nlohmann/json.hpp>

#include "base/gather_number.hpp"
#include "loop/checkpoints.hpp"
#include "output/lossy_links.hpp"
#include "run/link_figures.hpp"
#include "startup/placed_run.hpp"

namespace cardon {
namespace {

using nlohmann::json;

json link_json(const LinkFigures& link) {
  return {{"name", link.name},
          {"depth", link.depth},
          {"codec", link.codec},
          {"lossless", link.lossless},
          {"ranks_with_own_codecs", link.own_codecs},
          {"exchanges", link.exchanges},
          {"messages", link.messages},
          {"pieces", link.pieces},
          {"bytes_raw", link.bytes_raw},
          {"bytes_sent", link.bytes_sent},
          {"ratio", link.ratio()},
          {"exposed_wait_seconds", link.exposed_wait},
          {"hidden_fraction", link.hidden}};
}

json ranks_json(const Machine& machine, const RunFigures& figures) {
  json list = json::array();
  for (std::size_t r = 0; r < figures.ranks.size(); ++r) {
    long owned = 0;
    for (std::size_t b = 0; b < figures.decomposition.owned.size(); ++b)
      if (figures.decomposition.rank_of_block[b] == int(r))
        owned += figures.decomposition.owned[b].points();
    const Timings& t = figures.ranks[r];
    const int site = machine.site_of_rank(int(r));
    list.push_back({{"rank", r},
                    {"site", machine.sites[std::size_t(site)].name},
                    {"owned_points", owned},
                    {"computed_points", computed_points(t)},
                    {"redundant_points", computed_points(t) - needed_points(t)},
                    {"compute_seconds", compute_seconds(t)},
                    {"memory_bytes", figures.memory.at(r)},
                    {"memory_predicted_bytes", figures.memory_predicted.at(r)}});
  }
  return list;
}

}  // namespace

json checkpoints_json(const Checkpoints& checkpoints, Transport& transport) {
  const CheckpointFigures f = checkpoints.figures();
  const double copy = std::ranges::max(gather_number(f.copy, transport));
  const double wait = std::ranges::max(gather_number(f.wait, transport));
  double copied = 0;
  for (const double bytes : gather_number(f.copied, transport)) copied += bytes;
  return {{"count", f.count},
          {"last_iteration", f.last},
          {"bytes", f.bytes},
          {"copy_seconds", copy},
          {"write_seconds", f.write},
          {"wait_seconds", wait},
          {"copy_bytes_per_second", copy > 0 ? copied / copy : 0},
          {"write_bytes_per_second", f.write > 0 ? f.bytes / f.write : 0}};
}

double points_per_second(const Grid& grid, const RunFigures& figures) {
  const double updates =
      double(grid.domain().points()) * double(figures.iterations - figures.first_iteration);
  return figures.evolution > 0 ? updates / figures.evolution : 0;
}

double flops_per_point(const Program& program) {
  double sum = 0;
  for (const int id : program.step) {
    const Task& task = program.tasks[std::size_t(id)];
    sum += task.flops / task.every;
  }
  return sum;
}

double flop_rate(const Program& program, const RunFigures& figures) {
  return flops_per_point(program) * points_per_second(program.grid, figures);
}

json summary_json(const PlacedRun& placed, const RunFigures& figures) {
  const CheckedRun& run = placed.run;
  double slowest = 0;
  for (const Timings& t : figures.ranks) slowest = std::max(slowest, compute_seconds(t));
  const double t_comp = needed_seconds(figures.ranks);
  json checksums = json::object(), links = json::array();
  for (const auto& [field, hex] : figures.checksums) checksums[field] = hex;
  for (const LinkFigures& link : link_figures(figures.ranks)) links.push_back(link_json(link));
  json summary = {{"title", run.title},
                  {"status", figures.end.status},
                  {run_end_key, figures.end.code},
                  {"iterations", figures.iterations},
                  {"time", figures.clock.time()},
                  {"time_unit", run.program.grid.time_unit},
                  {"length_unit", run.program.grid.length_unit},
                  {"dt", figures.clock.dt()},
                  {"ranks", figures.ranks.size()},
                  {"threads", threads_per_rank(*run.parameters)},
                  {"sites", placed.machine.sites.size()},
                  {"points", run.program.grid.domain().points()},
                  {"wall_seconds", figures.wall},
                  {"evolution_seconds", figures.evolution},
                  {"output_seconds", figures.output},
                  {"output_wait_seconds", figures.background.waited},
                  {"output_hidden_seconds", figures.background.hidden()},
                  {"output_bytes", figures.output_bytes},
                  {"compute_seconds", slowest},
                  {"imbalance", imbalance(figures.ranks)},
                  {"points_per_second", points_per_second(run.program.grid, figures)},
                  {"efficiency", efficiency(figures.ranks, figures.evolution)},
                  {"t_comp_seconds", t_comp},
                  {"t_comp_per_t_tot", figures.evolution > 0 ? t_comp / figures.evolution : 0},
                  {"lossy", !losses_text(figures.ranks[0].links).empty()},
                  {"topology", figures.decomposition.topology},
                  {"checksums", checksums},
                  {"links", links},
                  {"per_rank", ranks_json(placed.machine, figures)}};
  if (figures.clock.adaptive()) {
    summary["rejected_steps"] = figures.clock.state().rejected;
    summary["rejections"] = figures.clock.state().rejections;
  }
  if (!figures.restarted_from.empty())
    summary["restarted_from"] = {{"run", figures.restarted_from},
                                 {"iteration", figures.first_iteration}};
  for (const auto& [scalar, value] : figures.results)
    summary["results"][scalar->full_name()] = value;
  if (const double rate = flop_rate(run.program, figures); rate > 0) {
    summary["flops_per_point"] = flops_per_point(run.program);
    summary["flops_per_second"] = rate;
  }
  return summary;
}

}  // namespace cardon
