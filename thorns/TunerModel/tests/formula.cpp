// SPDX-License-Identifier: Apache-2.0
#include "formula.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cardon::test {
namespace {

// Relative to equal shares: the slowest rank's time.
double slowest(const std::vector<double>& speeds, const std::vector<Estimate>& slowness) {
  const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  double longest = 0;
  for (std::size_t r = 0; r < slowness.size(); ++r) {
    const double share = speeds.empty() ? 1 : speeds[r] * double(slowness.size()) / sum;
    longest = std::max(longest, share * slowness[r].value);
  }
  return longest;
}

}  // namespace

std::optional<double> Formula::step(const DriverSettings& settings,
                                    const MachineEstimate& machine) const {
  const WideLinkSettings& link = settings.links.at(0);
  if (link.depth > deepest) return {};
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
  const double own = machine.task_seconds.at(0) * slowest(settings.speeds, machine.slowness) *
                     (1 + redundant * (link.depth - 1)) * (1 + per_block * (blocks - 1));
  const double work = link.depth * (own + codec), sending = link.depth * wire;
  const double journey = machine.links[0].latency.value + sending;
  if (!settings.overlap) return (work + journey) / link.depth;
  return std::max(work, journey + own / blocks) / link.depth;
}

std::vector<DriverSettings> all_settings(const SearchSpace& space, const DriverSettings& from,
                                         const std::vector<double>& speeds, int deepest) {
  std::vector<DriverSettings> found{from};
  const auto vary = [&](bool free, auto&& values, auto&& set) {
    if (!free) return;
    std::vector<DriverSettings> all;
    for (const DriverSettings& s : found)
      for (const auto& value : values) {
        all.push_back(s);
        set(all.back(), value);
      }
    found = all;
  };
  std::vector<int> depths(static_cast<std::size_t>(deepest));
  std::iota(depths.begin(), depths.end(), 1);
  std::vector<CodecNames> chains = space.chains;
  chains.emplace_back();
  vary(space.freedom.depth.at(0), depths, [](auto& s, int d) { s.links[0].depth = d; });
  vary(space.freedom.codecs.at(0), chains,
       [](auto& s, const CodecNames& c) { s.links[0].codecs[0] = s.links[0].codecs[1] = c; });
  vary(space.freedom.overlap, std::vector<int>{0, 1}, [](auto& s, int o) { s.overlap = o; });
  vary(space.freedom.blocks, std::vector<int>{1, 2, 4, 8},
       [](auto& s, int b) { s.blocks_per_rank = b; });
  vary(space.freedom.weights, std::vector<std::vector<double>>{from.speeds, speeds},
       [](auto& s, const std::vector<double>& v) { s.speeds = v; });
  return found;
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
  for (const Estimate& slowness : machine.slowness) speeds.push_back(1 / slowness.value);
  const int deepest =
      space.deepest > 0 ? std::min(space.deepest, formula_.deepest) : formula_.deepest;
  SearchResult result;
  for (const DriverSettings& settings : all_settings(known, start, speeds, deepest))
    if (const auto prediction = predict(settings, machine))
      result.alternatives.push_back({settings, *prediction});
  std::stable_sort(result.alternatives.begin(), result.alternatives.end(),
                   [](const Candidate& a, const Candidate& b) {
                     return a.prediction.seconds_per_step < b.prediction.seconds_per_step;
                   });
  result.tried = static_cast<int>(result.alternatives.size());
  result.best = result.alternatives.front();
  result.alternatives.resize(std::min<std::size_t>(result.alternatives.size(), 30));
  return result;
}

}  // namespace cardon::test
