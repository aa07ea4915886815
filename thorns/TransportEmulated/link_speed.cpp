// SPDX-License-Identifier: Apache-2.0
#include "link_speed.hpp"

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <limits>

namespace cardon {
namespace {

constexpr Nanoseconds no_route = std::numeric_limits<Nanoseconds>::max() / 4;

// Years. Further into the future than this, nanoseconds run out of digits.
constexpr Real longest_transfer = 1e8;  // s

LinkSpeed one_after_the_other(const LinkSpeed& first, const LinkSpeed& second) {
  LinkSpeed both{first.latency + second.latency, std::min(first.bandwidth, second.bandwidth)};
  if (both.bandwidth == 0) both.bandwidth = std::max(first.bandwidth, second.bandwidth);
  return both;
}

void throw_no_link(const Machine& machine, const Site& a, const Site& b) {
  Problem problem;
  problem.slug = "emulation/no-link";
  problem.message = "the machine has no link between the sites " + a.name + " and " + b.name;
  problem.where = machine.where;
  problem.notes = {
      "emulation needs the latency between all sites, if necessary over several links"};
  problem.help = "add {between: [" + a.name + ", " + b.name +
                 "], latency: ..., bandwidth: ...} to machine.links, or remove emulate";
  throw Error(problem);
}

}  // namespace

std::size_t LinkSpeed::wire_bytes(std::size_t payload) {
  constexpr std::size_t envelope = 80, segment = 1448, headers = 52;
  const std::size_t bytes = payload + envelope;
  return bytes + headers * ((bytes + segment - 1) / segment);
}

Nanoseconds LinkSpeed::transfer(std::size_t payload) const {
  if (bandwidth <= 0) return 0;
  const Real seconds = Real(wire_bytes(payload)) / bandwidth;
  return seconds < longest_transfer ? std::llround(seconds * nanoseconds_per_second)
                                    : Nanoseconds(longest_transfer * nanoseconds_per_second);
}

std::vector<LinkSpeed> link_speeds(const Machine& machine) {
  const std::size_t sites = machine.sites.size();
  std::vector<LinkSpeed> figures(sites * sites, {no_route, 0});
  for (std::size_t a = 0; a < sites; ++a) {
    figures[a * sites + a] = {};
    for (std::size_t b = 0; b < sites; ++b)
      if (const SiteLink* link = machine.link(int(a), int(b)))
        figures[a * sites + b] = {std::llround(link->latency * nanoseconds_per_second),
                                  link->bandwidth};
  }
  // Shortest routes by Floyd and Warshall; a direct link is kept, whatever its figures.
  std::vector<bool> direct;
  for (const LinkSpeed& link : figures) direct.push_back(link.latency < no_route);
  for (std::size_t over = 0; over < sites; ++over)
    for (std::size_t a = 0; a < sites; ++a)
      for (std::size_t b = 0; b < sites; ++b) {
        const LinkSpeed route =
            one_after_the_other(figures[a * sites + over], figures[over * sites + b]);
        LinkSpeed& known = figures[a * sites + b];
        if (!direct[a * sites + b] && route.latency < known.latency) known = route;
      }
  for (std::size_t n = 0; n < figures.size(); ++n)
    if (figures[n].latency >= no_route)
      throw_no_link(machine, machine.sites[n / sites], machine.sites[n % sites]);
  return figures;
}

}  // namespace cardon
