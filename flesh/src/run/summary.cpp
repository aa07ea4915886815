// SPDX-License-Identifier: Apache-2.0
#include "run/summary.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "run/rank_report.hpp"

namespace cardon {
namespace {

using nlohmann::json;

json link_json(const std::vector<Timings>& ranks, std::size_t l) {
  LinkTimings sum = ranks[0].links[l];
  double longest_wait = sum.wait;
  for (std::size_t r = 1; r < ranks.size(); ++r) {
    const LinkTimings& other = ranks[r].links[l];
    sum.messages += other.messages;
    sum.bytes_raw += other.bytes_raw;
    sum.bytes_sent += other.bytes_sent;
    longest_wait = std::max(longest_wait, other.wait);
  }
  return {{"name", sum.name},
          {"depth", sum.depth},
          {"codec", sum.codec},
          {"exchanges", sum.exchanges},
          {"messages", sum.messages},
          {"bytes_raw", sum.bytes_raw},
          {"bytes_sent", sum.bytes_sent},
          {"exposed_wait_seconds", longest_wait},
          {"hidden_fraction", hidden_fraction(ranks, l)}};
}

json ranks_json(const Setup& setup, const RunFigures& figures) {
  json list = json::array();
  for (std::size_t r = 0; r < figures.ranks.size(); ++r) {
    long owned = 0;
    for (std::size_t b = 0; b < figures.decomposition.owned.size(); ++b)
      if (figures.decomposition.rank_of_block[b] == int(r))
        owned += figures.decomposition.owned[b].points();
    const Timings& t = figures.ranks[r];
    const int site = setup.machine.site_of_rank(int(r));
    list.push_back({{"rank", r},
                    {"site", setup.machine.sites[std::size_t(site)].name},
                    {"owned_points", owned},
                    {"computed_points", computed_points(t)},
                    {"redundant_points", computed_points(t) - needed_points(t)},
                    {"compute_seconds", compute_seconds(t)}});
  }
  return list;
}

}  // namespace

double hidden_fraction(const std::vector<Timings>& ranks, std::size_t link) {
  double exposed = 0, flight = 0;
  for (const Timings& t : ranks) {
    exposed += t.links[link].wait + t.links[link].poll;
    flight += t.links[link].flight;
  }
  return flight > 0 ? std::clamp(1 - exposed / flight, 0.0, 1.0) : 1;
}

double points_per_second(const Setup& setup, const RunFigures& figures) {
  const double updates = double(setup.program.grid.domain().points()) * double(figures.iterations);
  return figures.evolution > 0 ? updates / figures.evolution : 0;
}

json summary_json(const Setup& setup, const RunFigures& figures) {
  double slowest = 0;
  for (const Timings& t : figures.ranks) slowest = std::max(slowest, compute_seconds(t));
  json checksums = json::object(), links = json::array();
  for (const auto& [field, hex] : figures.checksums) checksums[field] = hex;
  for (std::size_t l = 0; l < figures.ranks[0].links.size(); ++l)
    links.push_back(link_json(figures.ranks, l));
  return {{"title", setup.title},
          {"status", figures.status},
          {"iterations", figures.iterations},
          {"time", figures.time},
          {"dt", setup.program.dt},
          {"ranks", figures.ranks.size()},
          {"sites", setup.machine.sites.size()},
          {"points", setup.program.grid.domain().points()},
          {"wall_seconds", figures.wall},
          {"evolution_seconds", figures.evolution},
          {"output_seconds", figures.output},
          {"output_bytes", figures.output_bytes},
          {"compute_seconds", slowest},
          {"points_per_second", points_per_second(setup, figures)},
          {"efficiency", efficiency(figures.ranks, figures.evolution)},
          {"topology", figures.decomposition.topology},
          {"checksums", checksums},
          {"links", links},
          {"per_rank", ranks_json(setup, figures)}};
}

}  // namespace cardon
