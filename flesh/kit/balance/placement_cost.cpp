// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/balance/placement_cost.hpp>

namespace cardon {
namespace {

struct Waits {
  double latency = 0, transfer = 0;
  int blocks = 0;
};

double largest(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

}  // namespace

std::vector<double> PlacementCost::rank_seconds(const Placement& placement) const {
  std::vector<double> busy = compute_seconds(problem_, placement);
  std::vector<Waits> waits(busy.size());
  for (const int rank : placement) ++waits[std::size_t(rank)].blocks;
  for (const BlockEdge& edge : problem_.edges) {
    const auto from = std::size_t(placement[std::size_t(edge.from)]);
    const auto to = std::size_t(placement[std::size_t(edge.to)]);
    if (from == to) continue;
    const double end =
        edge.messages * problem_.message_seconds + edge.bytes * problem_.packing_seconds;
    busy[from] += end / problem_.ranks[from].speed;
    busy[to] += end / problem_.ranks[to].speed;
    const PairCost link = problem_.link(problem_.ranks[from].site, problem_.ranks[to].site);
    waits[to].latency = std::max(waits[to].latency, link.latency);
    waits[to].transfer += edge.bytes * link.seconds_per_byte;
  }
  for (std::size_t r = 0; r < busy.size(); ++r) {
    const double wait = waits[r].latency + waits[r].transfer;
    if (wait <= 0) continue;
    busy[r] =
        problem_.overlap ? std::max(busy[r], wait + busy[r] / waits[r].blocks) : busy[r] + wait;
  }
  return busy;
}

std::vector<double> PlacementCost::link_seconds(const Placement& placement) const {
  std::vector<double> seconds(problem_.links.size(), 0.0);
  if (seconds.empty()) return seconds;
  for (const BlockEdge& edge : problem_.edges) {
    const int a = problem_.ranks[std::size_t(placement[std::size_t(edge.from)])].site;
    const int b = problem_.ranks[std::size_t(placement[std::size_t(edge.to)])].site;
    if (a != b)
      seconds[std::size_t(a * problem_.sites + b)] +=
          edge.bytes * problem_.link(a, b).seconds_per_byte;
  }
  return seconds;
}

double PlacementCost::seconds(const Placement& placement) const {
  return std::max(largest(rank_seconds(placement)), largest(link_seconds(placement)));
}

double PlacementCost::moving_seconds(const Placement& placement) const {
  std::vector<double> ranks(problem_.ranks.size(), 0.0), links(problem_.links.size(), 0.0);
  double latency = 0;
  for (std::size_t b = 0; b < placement.size(); ++b) {
    const auto from = std::size_t(problem_.blocks[b].rank), to = std::size_t(placement[b]);
    if (from == to) continue;
    const int a = problem_.ranks[from].site, c = problem_.ranks[to].site;
    const PairCost link = problem_.link(a, c);
    const double bytes = problem_.blocks[b].bytes;
    latency = std::max(latency, link.latency);
    const double seconds = bytes * link.seconds_per_byte;
    ranks[from] += seconds + bytes * problem_.packing_seconds / problem_.ranks[from].speed;
    ranks[to] += seconds + bytes * problem_.packing_seconds / problem_.ranks[to].speed;
    if (a != c) links[std::size_t(a * problem_.sites + c)] += seconds;
  }
  return latency + std::max(largest(ranks), largest(links));
}

void PlacementCost::count_messages(const Placement& placement, PlacementFigures& figures) const {
  for (const BlockEdge& edge : problem_.edges) {
    const auto from = std::size_t(placement[std::size_t(edge.from)]);
    const auto to = std::size_t(placement[std::size_t(edge.to)]);
    if (from == to) continue;
    figures.messages += edge.messages;
    figures.bytes += edge.bytes;
    if (problem_.ranks[from].site == problem_.ranks[to].site) continue;
    figures.wide_messages += edge.messages;
    figures.wide_bytes += edge.bytes;
  }
}

PlacementFigures PlacementCost::figures(const Placement& placement) const {
  PlacementFigures figures{.seconds = seconds(placement),
                           .imbalance = imbalance(problem_, placement)};
  count_messages(placement, figures);
  for (std::size_t b = 0; b < placement.size(); ++b) {
    if (placement[b] == problem_.blocks[b].rank) continue;
    ++figures.moved_blocks;
    figures.moved_bytes += problem_.blocks[b].bytes;
  }
  figures.moving_seconds = moving_seconds(placement);
  return figures;
}

bool PlacementCost::pays(const Placement& placement) const {
  const double saved = seconds(placement_of(problem_)) - seconds(placement);
  return saved > 0 && saved * problem_.horizon > moving_seconds(placement);
}

}  // namespace cardon
