// SPDX-License-Identifier: Apache-2.0
#include "site_setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/grid/face_thickness.hpp>
#include <cardon/services/node_reading.hpp>
#include <cardon/tuning/cost_model.hpp>
#include <cstring>
#include <numeric>

#include "calibration.hpp"
#include "grid_parameters.hpp"
#include "link_settings.hpp"
#include "rank_count.hpp"

namespace cardon::grid_driver {
namespace {

Machine machine_of(const DriverSetup& setup) {
  if (setup.machine != nullptr) return *setup.machine;
  Machine machine;
  Site site{.name = "a"};
  site.ranks.resize(static_cast<std::size_t>(rank_count(setup)));
  std::iota(site.ranks.begin(), site.ranks.end(), 0);
  machine.sites = {site};
  return machine;
}

std::vector<SpeedEstimate> gather_speeds(const SpeedEstimate& mine, Transport& transport) {
  std::vector<SpeedEstimate> speeds;
  const auto bytes = std::as_bytes(std::span(&mine, 1));
  for (const std::vector<std::byte>& theirs : transport.all_gather(bytes))
    std::memcpy(&speeds.emplace_back(), theirs.data(), sizeof(SpeedEstimate));
  return speeds;
}

bool wants_measurement(const DriverSetup& setup, const Machine& machine) {
  if (setup.transport == nullptr || setup.transport->size() == 1) return false;
  const auto asked = setup.parameters->get(section, calibration);
  if (asked != "auto") return asked == "always";
  return std::any_of(machine.sites.begin(), machine.sites.end(),
                     [](const Site& site) { return !(site.speed > 0); });
}

// Speeds of all ranks as measured; empty: those that the machine gives.
std::vector<double> speeds(const DriverSetup& setup, const Machine& machine,
                           const EmulatedCompute& padding) {
  if (!wants_measurement(setup, machine)) return {};
  SpeedEstimate mine = measure_speed(setup);
  if (padding.active() && mine.speed * padding.seconds_per_point() > 1)
    mine = {1 / padding.seconds_per_point(), 0};
  return speeds_to_cut_by(gather_speeds(mine, *setup.transport));
}

// Blocks per rank; 0: left to the tuner.
int read_blocks(const ParameterSet& parameters, std::vector<Problem>& problems) {
  if (!parameters.has(section, blocks_per_rank)) return 0;
  const auto& node = parameters.get<Node>(section, blocks_per_rank);
  if (is_automatic(node)) return 0;
  try {
    return static_cast<int>(
        read_integer(node, "driver.blocks_per_rank", between(1, max_blocks_per_rank)));
  } catch (const Error& error) {
    problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    return 1;
  }
}

void read_settings(const DriverSetup& setup, SiteSetup& result) {
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
  const int blocks = read_blocks(parameters, problems);
  if (!problems.empty()) throw Error(problems);
  result.settings.blocks_per_rank = std::max(blocks, 1);
  result.settings.overlap = parameters.get(section, overlap) != "never";
  result.freedom.blocks = several && blocks == 0;
  result.freedom.overlap = several && parameters.get(section, overlap) == automatic;
  result.freedom.weights =
      rank_count(setup) > 1 && parameters.get(section, decomposition) == automatic;
}

}  // namespace

SiteDecomposition cut_sites(const DriverSetup& setup, const Machine& machine,
                            const DriverSettings& settings) {
  if (settings.blocks_per_rank > max_blocks_per_rank)
    throw Error(
        {.slug = "driver/too-many-blocks",
         .message = fmt::format("{} blocks per rank are more than there are message tags for",
                                settings.blocks_per_rank),
         .help = fmt::format("use at most {} blocks per rank", max_blocks_per_rank)});
  SiteRequest request = site_request_for(*setup.program, face_thickness(setup), machine, settings);
  request.depth_where = setup.parameters->where(section, ghost_zones);
  request.blocks_where = setup.parameters->where(section, blocks_per_rank);
  return decompose_sites(request);
}

SiteSetup set_up_sites(const DriverSetup& setup, const EmulatedCompute& padding) {
  SiteSetup result;
  result.machine = machine_of(setup);
  result.links = chain_links(result.machine, setup.program->grid);
  read_settings(setup, result);
  const double start = seconds_now();
  result.settings.speeds = speeds(setup, result.machine, padding);
  result.calibration_seconds = seconds_now() - start;
  result.sites = cut_sites(setup, result.machine, result.settings);
  return result;
}

}  // namespace cardon::grid_driver
