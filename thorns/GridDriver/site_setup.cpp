// SPDX-License-Identifier: Apache-2.0
#include "site_setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/plan/link_cost.hpp>
#include <cstring>
#include <numeric>

#include "calibration.hpp"
#include "grid_parameters.hpp"

namespace cardon::grid_driver {
namespace {

int rank_count(const DriverSetup& setup) {
  return setup.transport != nullptr ? setup.transport->size() : setup.plan_ranks;
}

Machine machine_of(const DriverSetup& setup) {
  if (setup.machine != nullptr) return *setup.machine;
  Machine machine;
  Site site{.name = "a"};
  site.ranks.resize(static_cast<std::size_t>(rank_count(setup)));
  std::iota(site.ranks.begin(), site.ranks.end(), 0);
  machine.sites = {site};
  return machine;
}

std::vector<double> gather_speeds(double mine, Transport& transport) {
  std::vector<double> speeds;
  const auto bytes = std::as_bytes(std::span(&mine, 1));
  for (const std::vector<std::byte>& theirs : transport.all_gather(bytes)) {
    double speed = 0;
    std::memcpy(&speed, theirs.data(), sizeof(speed));
    speeds.push_back(speed);
  }
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
                           const Padding& padding) {
  if (!wants_measurement(setup, machine)) return {};
  double mine = measure_speed(setup);
  if (padding.active()) mine = std::min(mine, 1 / padding.seconds_per_point());
  std::vector<double> all = gather_speeds(mine, *setup.transport);
  if (std::any_of(all.begin(), all.end(), [](double speed) { return !(speed > 0); })) return {};
  return all;
}

// Mean speed of the ranks of a site.
double site_speed(const SiteRequest& request, int site) {
  const Site& s = request.machine.sites[static_cast<std::size_t>(site)];
  if (request.speeds.empty()) return s.speed > 0 ? s.speed : 1;
  double sum = 0;
  for (const int rank : s.ranks) sum += request.speeds[static_cast<std::size_t>(rank)];
  return sum / static_cast<double>(s.ranks.size());
}

// Preparing a byte takes the same time at both ends of a link; in point updates that is more where
// points are computed faster. The figure of the machine is meant at the mean speed of the two.
LinkLoad link_load(const SiteRequest& request, const SiteLink& link, const LinkCost& cost,
                   int depth) {
  const double speeds[2] = {site_speed(request, link.sites[0]), site_speed(request, link.sites[1])};
  LinkLoad load{depth, {0, 0}, cost.layers};
  for (const int side : {0, 1})
    load.packing[side] = link.packing * cost.values * static_cast<double>(sizeof(Real)) *
                         speeds[side] / ((speeds[0] + speeds[1]) / 2);
  return load;
}

}  // namespace

SiteSetup set_up_sites(const DriverSetup& setup, const Padding& padding) {
  const ParameterSet& parameters = *setup.parameters;
  SiteRequest request;
  request.grid = setup.program->grid;
  request.thickness = face_thickness(setup);
  request.machine = machine_of(setup);
  request.speeds = speeds(setup, request.machine, padding);
  request.blocks_per_rank = parameters.get(section, blocks_per_rank);
  request.depth_where = parameters.where(section, ghost_zones);
  request.blocks_where = parameters.where(section, blocks_per_rank.name());

  const int axis = chain_axis(request.machine, request.grid);
  const std::vector<SiteLink> links = chain_links(request.machine, request.grid);
  SiteSetup result;
  result.links = read_link_settings(parameters, *setup.program, links, axis, setup.codec);
  for (std::size_t n = 0; n < links.size(); ++n) {
    const LinkCost cost = link_cost(*setup.program, axis, result.links[n].depth);
    request.links.push_back(link_load(request, links[n], cost, result.links[n].depth));
  }
  result.sites = decompose_sites(request);
  return result;
}

Padding read_padding(const DriverSetup& setup) {
  const double per_point = setup.parameters->get(section, padded_compute);
  const std::vector<Real> relative = setup.parameters->get(section, padded_speeds);
  if (relative.empty() || setup.transport == nullptr) return Padding(per_point);
  if (static_cast<int>(relative.size()) == rank_count(setup))
    return Padding(per_point / relative[static_cast<std::size_t>(setup.transport->rank())]);
  Problem problem;
  problem.slug = "driver/padded-speeds";
  problem.message = fmt::format("driver.padded_speeds has {} speeds, but there are {} ranks",
                                relative.size(), rank_count(setup));
  problem.where = setup.parameters->where(section, padded_speeds.name());
  problem.help = "give one speed for each rank, or leave it out";
  throw Error(problem);
}

}  // namespace cardon::grid_driver
