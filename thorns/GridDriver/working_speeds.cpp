// SPDX-License-Identifier: Apache-2.0
#include "working_speeds.hpp"

#include <algorithm>

namespace cardon::grid_driver {
namespace {

// Those by which the grid is cut where none were measured.
std::vector<double> given_speeds(const Machine& machine) {
  const bool known = std::all_of(machine.sites.begin(), machine.sites.end(),
                                 [](const Site& site) { return site.speed > 0; });
  std::vector<double> speeds;
  for (const Site& site : machine.sites)
    for (const int rank : site.ranks) {
      speeds.resize(std::max(speeds.size(), std::size_t(rank) + 1), 1.0);
      if (known) speeds[std::size_t(rank)] = site.speed;
    }
  return speeds;
}

}  // namespace

DriverSettings with_working_speeds(const Machine& machine, DriverSettings settings,
                                   const std::vector<int>& idle) {
  if (idle.empty() || machine.sites.size() < 2) return settings;
  if (settings.speeds.empty()) settings.speeds = given_speeds(machine);
  for (const Site& site : machine.sites) {
    double all = 0, working = 0;
    for (const int rank : site.ranks) {
      const double speed = settings.speeds.at(std::size_t(rank));
      all += speed;
      if (std::find(idle.begin(), idle.end(), rank) == idle.end()) working += speed;
    }
    for (const int rank : site.ranks)
      if (working > 0) settings.speeds[std::size_t(rank)] *= working / all;
  }
  return settings;
}

DriverSettings with_site_factors(const Machine& machine, DriverSettings settings,
                                 const std::vector<double>& factors) {
  if (settings.speeds.empty()) settings.speeds = given_speeds(machine);
  for (std::size_t site = 0; site < machine.sites.size(); ++site)
    for (const int rank : machine.sites[site].ranks)
      settings.speeds.at(std::size_t(rank)) *= factors.at(site);
  return settings;
}

}  // namespace cardon::grid_driver
