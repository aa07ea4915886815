// SPDX-License-Identifier: Apache-2.0
#include "site_setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/grid/face_thickness.hpp>
#include <cardon/services/block_migration.hpp>
#include <cardon/services/node_reading.hpp>
#include <numeric>

#include "calibration.hpp"
#include "grid_parameters.hpp"
#include "link_settings.hpp"
#include "model/site_request.hpp"
#include "working_speeds.hpp"

namespace cardon::grid_driver {
namespace {

// Per rank, where a balancer moves them: enough to divide work by, few enough to cost little.
constexpr int balanced_blocks = 8;

Machine machine_of(const DriverSetup& setup, int ranks) {
  if (setup.machine != nullptr) return *setup.machine;
  Machine machine;
  Site site{.name = "a"};
  site.ranks.resize(std::size_t(ranks));
  std::iota(site.ranks.begin(), site.ranks.end(), 0);
  machine.sites = {site};
  return machine;
}

// Blocks per rank; 0: left to the tuner.
int read_blocks(const ParameterSet& parameters, std::vector<Problem>& problems) {
  if (!parameters.has(section, blocks_per_rank)) return 0;
  const auto& node = parameters.get<Node>(section, blocks_per_rank);
  if (is_automatic(node)) return 0;
  try {
    return int(read_integer(node, "driver.blocks_per_rank", between(1, max_blocks_per_rank)));
  } catch (const Error& error) {
    problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    return 1;
  }
}

// Ranks that are emulated gain nothing from a cache.
bool is_emulated(const DriverSetup& setup, int ranks) {
  if (!setup.compute_emulator) return false;
  for (int rank = 0; rank < ranks; ++rank)
    if (setup.compute_emulator->emulate(*setup.parameters, rank, ranks)) return true;
  return false;
}

void read_settings(const DriverSetup& setup, int ranks, SiteSetup& result) {
  const ParameterSet& parameters = *setup.parameters;
  const int axis = chain_axis(result.machine, setup.program->grid);
  std::vector<Problem> problems;
  const bool several = result.machine.sites.size() > 1;
  for (const LinkChoice& link :
       read_link_settings(parameters, *setup.program, result.links, axis, setup.codec, problems)) {
    result.settings.links.push_back(link.settings);
    result.freedom.depth.push_back(link.free_depth);
    result.freedom.codecs.push_back(link.free_codecs);
  }
  result.depth = read_site_depth(parameters, *setup.program, !several, problems);
  const int blocks = read_blocks(parameters, problems);
  if (!problems.empty()) throw Error(problems);
  const bool balanced = ranks > 1 && is_balanced(parameters, result.machine.sites, blocks);
  result.settings.blocks_per_rank = blocks > 0 ? blocks : balanced ? balanced_blocks : 1;
  result.free_blocks = blocks == 0;
  result.settings.overlap = parameters.get(section, overlap) != "never";
  result.freedom.blocks = several && blocks == 0;
  result.freedom.overlap = several && parameters.get(section, overlap) == automatic;
  result.free_cut = parameters.get(section, decomposition) == automatic;
  result.free_depth = searches_depth(setup, result.machine.sites, ranks);
  // A balancer moves work already.
  result.freedom.weights = ranks > 1 && !balanced && result.free_cut;
  // Sensors compare ranks of two sites; blocks that are elsewhere send over other links.
  if (several && balanced && crosses_sites(parameters))
    result.freedom = {.depth = std::vector<bool>(result.freedom.depth.size()),
                      .codecs = std::vector<bool>(result.freedom.codecs.size())};
}

SiteSetup read_sites(const DriverSetup& setup, int ranks) {
  SiteSetup result;
  result.machine = machine_of(setup, ranks);
  result.links = chain_links(result.machine, setup.program->grid);
  read_settings(setup, ranks, result);
  return result;
}

}  // namespace

bool searches_depth(const DriverSetup& setup, const std::vector<Site>& sites, int ranks) {
  const ParameterSet& parameters = *setup.parameters;
  std::vector<Problem> known;  // those of the run
  return sites.size() == 1 && is_site_depth_free(parameters) &&
         driver_tile_settings(parameters).mode == TileSettings::Mode::automatic &&
         !(ranks > 1 && is_balanced(parameters, sites, read_blocks(parameters, known))) &&
         !is_emulated(setup, ranks);
}

SiteDecomposition cut_sites(const DriverSetup& setup, const Machine& machine,
                            const DriverSettings& settings, const std::vector<int>& idle) {
  if (settings.blocks_per_rank > max_blocks_per_rank)
    throw Error(
        {.slug = "driver/too-many-blocks",
         .message = fmt::format("{} blocks per rank are more than there are message tags for",
                                settings.blocks_per_rank),
         .help = fmt::format("use at most {} blocks per rank", max_blocks_per_rank)});
  SiteRequest request = model::site_request(*setup.program, face_thickness(setup), machine,
                                            with_working_speeds(machine, settings, idle));
  request.depth_where = setup.parameters->where(section, ghost_zones);
  request.blocks_where = setup.parameters->where(section, blocks_per_rank);
  return decompose_sites(request);
}

namespace {

// Of blocks that nobody asked for there are fewer where the grid has no room for them.
void cut_first(const DriverSetup& setup, SiteSetup& result) {
  int& blocks = result.settings.blocks_per_rank;
  for (;; blocks /= 2) try {
      result.sites = cut_sites(setup, result.machine, result.settings);
      return;
    } catch (const Error& error) {
      const bool too_many = error.problems().front().slug == "driver/too-many-blocks";
      if (!too_many || !result.free_blocks || blocks == 1) throw;
    }
}

}  // namespace

SiteSetup plan_sites(const DriverSetup& setup, int ranks) {
  SiteSetup result = read_sites(setup, ranks);
  cut_first(setup, result);
  return result;
}

SiteSetup set_up_sites(const DriverSetup& setup, const EmulatedRank* emulated,
                       Transport& transport) {
  SiteSetup result = read_sites(setup, transport.size());
  const double start = seconds_now();
  result.settings.speeds = measured_speeds(setup, result.machine, emulated, transport);
  result.calibration_seconds = seconds_now() - start;
  cut_first(setup, result);
  return result;
}

}  // namespace cardon::grid_driver
