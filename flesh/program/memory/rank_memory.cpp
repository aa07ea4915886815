// SPDX-License-Identifier: Apache-2.0
#include "memory/rank_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/checkpoint/checkpoint_slots.hpp>
#include <cardon/kit/checkpoint/checkpoint_writer.hpp>
#include <cardon/kit/grid/box_moves.hpp>
#include <functional>

#include "console/figure_text.hpp"
#include "cores/memory_facts.hpp"
#include "memory/exchange_memory.hpp"
#include "memory/memory_estimate.hpp"
#include "startup/driver_setup.hpp"

namespace cardon {
namespace {

// What MPI takes on a rank when it runs, measured with Open MPI 4.1 on one host.
constexpr double mpi_bytes = 20e6;

/// Of one rank.
std::vector<double> copy_bytes(const Program& program, const Layout& layout, std::size_t ranks) {
  std::vector<double> bytes(ranks);
  const double slots = double(checkpoint_slots(program).size());
  const BoxOwners owners = owners_of(layout);
  for (std::size_t b = 0; b < owners.boxes.size(); ++b)
    bytes[std::size_t(owners.ranks[b])] +=
        slots * double(owners.boxes[b].points()) * double(sizeof(Real));
  return bytes;
}

// A restart reads the points of a rank before it puts them where they belong.
void add_checkpoints(const CheckedRun& run, const Machine& machine, const Layout& layout,
                     std::vector<RankMemory>& ranks) {
  const auto writer = checkpoint_writer(run.checkpoint, run.library.catalogue, *run.parameters);
  if (!writer && !run.restart) return;
  const std::vector<double> copies = copy_bytes(run.program, layout, ranks.size());
  const std::vector<double> written =
      writer ? writer->memory(machine, copies) : std::vector<double>(ranks.size());
  for (std::size_t r = 0; r < ranks.size(); ++r)
    ranks[r].checkpoints = run.restart ? std::max(copies[r], written[r]) : written[r];
}

std::vector<RankShare> rank_shares(const Machine& machine, const Layout& layout,
                                   std::size_t ranks) {
  std::vector<RankShare> shares(ranks);
  for (std::size_t s = 0; s < machine.sites.size(); ++s)
    for (const int rank : machine.sites[s].ranks) shares.at(std::size_t(rank)).site = int(s);
  const Decomposition& decomposition = layout.decomposition();
  for (std::size_t b = 0; b < decomposition.owned.size(); ++b)
    shares[std::size_t(decomposition.rank_of_block[b])].points += decomposition.owned[b].points();
  return shares;
}

void add_outputs(const std::vector<OutputEntry>& outputs, const ParameterSet& parameters,
                 const std::vector<RankShare>& shares, std::vector<RankMemory>& ranks) {
  const bool background = parameters.get<std::string>("output", "background") == "always";
  std::vector<double> copies(ranks.size());
  for (const OutputEntry& entry : outputs) {
    const std::vector<double> bytes = entry.service->working_memory(entry.setup, shares);
    for (std::size_t r = 0; r < bytes.size(); ++r)
      ranks.at(r).outputs = std::max(ranks[r].outputs, bytes[r]);
    if (!background) continue;
    const std::vector<double> more = entry.service->copies(entry.setup, shares);
    for (std::size_t r = 0; r < more.size(); ++r) copies.at(r) += more[r];
  }
  for (std::size_t r = 0; r < ranks.size(); ++r)
    ranks[r].outputs += std::min(copies[r], parameters.get<Real>("output", "memory"));
}

bool may_redecompose(const TuningSpec& tuning, const TunableSet& freedom) {
  if (tuning.tuner.empty()) return false;
  return freedom.blocks || freedom.weights ||
         std::find(freedom.depth.begin(), freedom.depth.end(), true) != freedom.depth.end();
}

using Purpose = double RankMemory::*;

std::string row(const std::string& name, const std::vector<RankMemory>& ranks,
                const std::function<double(const RankMemory&)>& value) {
  double min = value(ranks.front()), max = 0, sum = 0;
  for (const RankMemory& rank : ranks) {
    min = std::min(min, value(rank));
    max = std::max(max, value(rank));
    sum += value(rank);
  }
  if (ranks.size() == 1) return fmt::format("{:<24}{:>12}", name, bytes_text(sum));
  return fmt::format("{:<24}{:>12}{:>12}{:>12}{:>12}", name, bytes_text(min),
                     bytes_text(sum / double(ranks.size())), bytes_text(max), bytes_text(sum));
}

}  // namespace

std::vector<RankMemory> rank_memory(const CheckedRun& run, const Machine& machine,
                                    const PlannedDecomposition& planned, const Layout& layout,
                                    const std::vector<SitePlan>& plans, int only) {
  const std::vector<double> fields =
      memory_by_rank(layout, planned.stored_depth(), fields_in_use(run.program, run.outputs));
  const std::vector<double> exchange =
      exchange_memory(run, machine, layout, plans, planned.settings, only);
  const double program = memory_facts().resident + (fields.size() > 1 ? mpi_bytes : 0);
  std::vector<RankMemory> ranks;
  for (std::size_t r = 0; r < fields.size(); ++r)
    ranks.push_back({.program = program, .fields = fields[r], .exchange = exchange[r]});
  add_checkpoints(run, machine, layout, ranks);
  add_outputs(run.outputs, *run.parameters, rank_shares(machine, layout, ranks.size()), ranks);
  if (may_redecompose(run.tuning, planned.freedom))
    for (RankMemory& rank : ranks) rank.recut = rank.fields;
  return ranks;
}

RankMemory own_memory(const PlacedRun& placed) {
  const CheckedRun& run = placed.run;
  const Transport& transport = *placed.transport;
  const auto planned = planned_decomposition(run, placed.machine, transport.size());
  if (!planned) return {.program = memory_facts().resident};
  const Layout layout(run.program.grid, planned->decomposition);
  const auto plans = site_plans(run.program, layout, planned->links);
  RankMemory own = rank_memory(run, placed.machine, *planned, layout, plans, transport.rank())
                       .at(std::size_t(transport.rank()));
  own.program = memory_facts().resident;  // MPI runs
  return own;
}

std::vector<std::string> memory_lines(const std::vector<RankMemory>& ranks) {
  std::vector<std::string> lines;
  if (ranks.size() > 1)
    lines.push_back(fmt::format("{:<24}{:>12}{:>12}{:>12}{:>12}", "per rank", "min", "mean", "max",
                                "all ranks"));
  const std::pair<const char*, Purpose> purposes[] = {
      {"program and libraries", &RankMemory::program},
      {"fields", &RankMemory::fields},
      {"exchange", &RankMemory::exchange},
      {"checkpoints", &RankMemory::checkpoints},
      {"outputs", &RankMemory::outputs},
      {"during redecomposition", &RankMemory::recut}};
  for (const auto& [name, purpose] : purposes)
    if (std::any_of(ranks.begin(), ranks.end(),
                    [p = purpose](const RankMemory& rank) { return rank.*p > 0; }))
      lines.push_back(row(name, ranks, [p = purpose](const RankMemory& rank) { return rank.*p; }));
  lines.push_back(row("total", ranks, [](const RankMemory& rank) { return rank.sum(); }));
  return lines;
}

}  // namespace cardon
