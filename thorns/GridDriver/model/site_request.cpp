// SPDX-License-Identifier: Apache-2.0
#include "site_request.hpp"

#include <algorithm>
#include <cardon/services/program.hpp>
#include <cardon/thorn/error.hpp>

namespace cardon::model {
namespace {

// Mean speed of the ranks of a site.
double site_speed(const SiteRequest& request, int site) {
  const Site& s = request.machine.sites[std::size_t(site)];
  if (request.speeds.empty()) return s.speed > 0 ? s.speed : 1;
  double sum = 0;
  for (const int rank : s.ranks) sum += request.speeds[std::size_t(rank)];
  return sum / double(s.ranks.size());
}

// Preparing a byte takes the same time at both ends of a link; in point updates that is more where
// points are computed faster. The figure is meant at the mean speed of the two.
LinkLoad link_load(const SiteRequest& request, const SiteLink& link, const LinkCost& cost,
                   const WideLinkSettings& settings) {
  const double speeds[2] = {site_speed(request, link.sites[0]), site_speed(request, link.sites[1])};
  const double packing = settings.packing >= 0 ? settings.packing : link.packing;
  LinkLoad load{settings.depth, {0, 0}, cost.layers};
  for (const int side : {0, 1})
    load.packing[side] =
        packing * cost.values * double(sizeof(Real)) * speeds[side] / ((speeds[0] + speeds[1]) / 2);
  return load;
}

}  // namespace

SiteRequest site_request(const Program& program, const FaceThickness& thickness,
                         const Machine& machine, const DriverSettings& settings,
                         const CostOfDepth& cost_of) {
  SiteRequest request;
  request.grid = program.grid;
  request.thickness = thickness;
  request.machine = machine;
  request.speeds = settings.speeds;
  request.blocks_per_rank = settings.blocks_per_rank;
  const std::vector<SiteLink> links = chain_links(machine, program.grid);
  if (links.size() != settings.links.size())
    throw Bug("settings are not those of the machine's links");
  const int planes = program.grid.points[std::size_t(chain_axis(machine, program.grid))];
  for (std::size_t n = 0; n < links.size(); ++n) {
    // Deeper than the grid is refused where sites are cut; a plan for it would take for ever.
    const LinkCost cost = cost_of(std::min(settings.links[n].depth, planes + 1));
    request.links.push_back(link_load(request, links[n], cost, settings.links[n]));
  }
  return request;
}

SiteRequest site_request(const Program& program, const FaceThickness& thickness,
                         const Machine& machine, const DriverSettings& settings) {
  const int axis = chain_axis(machine, program.grid);
  return site_request(program, thickness, machine, settings,
                      [&](int depth) { return link_cost(program, axis, depth); });
}

}  // namespace cardon::model
