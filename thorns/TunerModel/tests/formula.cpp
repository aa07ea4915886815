// SPDX-License-Identifier: Apache-2.0
#include "formula.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cardon::test {
namespace {

constexpr std::size_t kept = 30;  // alternatives of a search

// Relative to equal shares: the slowest rank's time.
double slowest(const std::vector<double>& speeds, const std::vector<Estimate>& relative_cost) {
  const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  double longest = 0;
  for (std::size_t r = 0; r < relative_cost.size(); ++r) {
    const double share = speeds.empty() ? 1 : speeds[r] * double(relative_cost.size()) / sum;
    longest = std::max(longest, share * relative_cost[r].value);
  }
  return longest;
}

}  // namespace

std::optional<double> Formula::step(const DriverSettings& settings,
                                    const MachineEstimate& machine) const {
  const WideLinkSettings& link = settings.links.at(0);
  if (link.depth > max_depth) return {};
  const double blocks = settings.blocks_per_rank;
  double codec = 0, wire = 0;
  for (const int d : {0, 1}) {
    double ratio = 1;
    if (!link.codecs[d].empty()) {
      const CodecEstimate* known = nullptr;
      for (const CodecEstimate& c : machine.codecs[d].at(0))
        if (same_chain(c.chain, link.codecs[d])) known = &c;
      if (!known) throw Bug("a chain is used that nobody tried");
      ratio = known->ratio.value;
      codec += bytes * (known->encode.value + known->decode.value) / 2;
    }
    const Estimate& bandwidth = machine.links.at(0).bandwidth;
    if (bandwidth.known()) wire = std::max(wire, bytes / ratio / bandwidth.value);
  }
  const double own = machine.task_seconds.at(0) * slowest(settings.speeds, machine.relative_cost) *
                     (1 + redundant * (link.depth - 1)) * (1 + per_block * (blocks - 1));
  const double work = link.depth * (own + codec), sending = link.depth * wire;
  const double journey = machine.links[0].latency.value + sending;
  if (!settings.overlap) return (work + journey) / link.depth;
  return std::max(work, journey + own / blocks) / link.depth;
}

void visit_settings(const SearchSpace& space, const DriverSettings& from,
                    const std::vector<double>& speeds, int max_depth,
                    const SettingsVisitor& visit) {
  DriverSettings now = from;
  const TunableSet& free = space.freedom;
  const auto weights = [&] {
    now.speeds = from.speeds;
    visit(now);
    if (!free.weights) return;
    now.speeds = speeds;
    visit(now);
  };
  const auto blocks = [&] {
    if (!free.blocks) return weights();
    for (now.blocks_per_rank = 1; now.blocks_per_rank <= 8; now.blocks_per_rank *= 2) weights();
  };
  const auto overlap = [&] {
    if (!free.overlap) return blocks();
    for (const bool on : {false, true}) {
      now.overlap = on;
      blocks();
    }
  };
  const auto codecs = [&] {
    if (!free.codecs.at(0)) return overlap();
    for (std::size_t c = 0; c <= space.chains.size(); ++c) {
      for (CodecNames& chain : now.links[0].codecs)
        chain = c < space.chains.size() ? space.chains[c] : CodecNames{};
      overlap();
    }
  };
  if (!free.depth.at(0)) return codecs();
  for (now.links[0].depth = 1; now.links[0].depth <= max_depth; ++now.links[0].depth) codecs();
}

std::optional<Prediction> FormulaForecaster::predict(const DriverSettings& settings,
                                                     const MachineEstimate& machine) const {
  const auto step = formula_.step(settings, machine);
  if (!step) return {};
  Prediction prediction;
  prediction.seconds_per_step = *step;
  return prediction;
}

SearchResult FormulaForecaster::search(const SearchSpace& space, const MachineEstimate& machine,
                                       const DriverSettings& start) const {
  SearchSpace known = space;
  std::erase_if(known.chains, [&](const CodecNames& chain) {
    return !chain.empty() && !find_chain(machine, 0, 0, chain);
  });
  std::vector<double> speeds;
  for (const Estimate& relative_cost : machine.relative_cost)
    speeds.push_back(1 / relative_cost.value);
  const int max_depth =
      space.max_depth > 0 ? std::min(space.max_depth, formula_.max_depth) : formula_.max_depth;
  SearchResult result;
  std::vector<Candidate>& best = result.alternatives;
  visit_settings(known, start, speeds, max_depth, [&](const DriverSettings& settings) {
    const auto prediction = predict(settings, machine);
    if (!prediction) return;
    ++result.tried;
    const double seconds = prediction->seconds_per_step;
    const auto place = std::ranges::upper_bound(
        best, seconds, {}, [](const Candidate& c) { return c.prediction.seconds_per_step; });
    if (place == best.end() && best.size() == kept) return;
    best.insert(place, {settings, *prediction});
    if (best.size() > kept) best.pop_back();
  });
  result.best = best.front();
  return result;
}

}  // namespace cardon::test
