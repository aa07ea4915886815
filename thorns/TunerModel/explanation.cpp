// SPDX-License-Identifier: Apache-2.0
#include "explanation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <cardon/kit/tuning/work_fit.hpp>
#include <cardon/tuning/search.hpp>

namespace cardon {
namespace {

constexpr double worth_telling = 0.02;  // of a step

void add_waiting(std::vector<std::string>& parts, const TuningWindow& window,
                 const std::vector<LinkEnds>& links) {
  std::size_t worst = 0;
  const auto& figures = window.machine.links;
  for (std::size_t n = 1; n < figures.size(); ++n)
    if (figures[n].exposed > figures[worst].exposed) worst = n;
  if (figures.empty()) return;
  const double share = figures[worst].exposed / window.seconds_per_step.value;
  if (share > worth_telling)
    parts.push_back(fmt::format("waiting for link {} took {:.0f} % of a step", links.at(worst).name,
                                100 * std::min(share, 1.0)));
}

void add_depth(std::vector<std::string>& parts, const WideLinkSettings& from,
               const WideLinkSettings& to, const std::string& link) {
  if (to.depth > from.depth)
    parts.push_back(fmt::format("with {} link {} is used {:.3g} times less often",
                                counted(to.depth, "ghost layer"), link,
                                double(to.depth) / from.depth));
  if (to.depth < from.depth)
    parts.push_back(
        fmt::format("with {} instead of {} on link {} fewer points are computed redundantly",
                    to.depth, counted(from.depth, "ghost layer"), link));
}

std::string what_chain_does(const MachineEstimate& machine, int link, int direction,
                            const CodecNames& chain) {
  if (chain.empty()) return "uncompressed messages save the time of the codec";
  const CodecEstimate* known = find_chain(machine, link, direction, chain);
  if (!known || !known->ratio.known()) return chain_text(chain) + " makes messages smaller";
  return fmt::format("{} makes messages {:.3g} times smaller", chain_text(chain),
                     known->ratio.value);
}

void add_codecs(std::vector<std::string>& parts, const MachineEstimate& machine,
                const WideLinkSettings& from, const WideLinkSettings& to, std::size_t n,
                const std::string& link) {
  for (const int d : {0, 1})
    if (!same_chain(from.codecs[d], to.codecs[d])) {
      parts.push_back(what_chain_does(machine, int(n), d, to.codecs[d]) + " on link " + link);
      return;
    }
}

// As far as windows have told.
std::string what_blocks_cost(const MachineEstimate& machine) {
  std::vector<int> tasks;
  for (std::size_t task = 0; task < machine.task_seconds.size(); ++task)
    if (machine.task_seconds[task] > 0) tasks.push_back(int(task));
  const WorkCost cost = cost_of(tasks, machine);
  if (!(cost.call > 0) && !(cost.face > 0)) return "";
  return fmt::format(" (a block costs {:.3g} us and {:.3g} ns per point on its faces)",
                     1e6 * cost.call, 1e9 * cost.face);
}

void add_weights(std::vector<std::string>& parts, const TuningWindow& window,
                 const DriverSettings& to) {
  if (window.settings.speeds == to.speeds) return;
  const auto& relative_cost = window.machine.relative_cost;
  const auto slowest =
      std::max_element(relative_cost.begin(), relative_cost.end(),
                       [](const Estimate& a, const Estimate& b) { return a.value < b.value; });
  if (slowest != relative_cost.end())
    parts.push_back(
        fmt::format("rank {} takes {:.2f} times the mean per point and gets fewer points",
                    slowest - relative_cost.begin(), slowest->value));
}

}  // namespace

std::string seconds_text(double seconds) {
  if (seconds >= 1) return fmt::format("{:.3g} s", seconds);
  return fmt::format("{:.3g} ms", 1e3 * seconds);
}

std::string reason_text(const TuningWindow& window, const MachineEstimate& machine,
                        const DriverSettings& to, double predicted,
                        const std::vector<LinkEnds>& links) {
  const DriverSettings& from = window.settings;
  std::vector<std::string> parts;
  add_waiting(parts, window, links);
  for (std::size_t n = 0; n < links.size(); ++n) {
    add_depth(parts, from.links.at(n), to.links.at(n), links[n].name);
    add_codecs(parts, machine, from.links.at(n), to.links.at(n), n, links[n].name);
  }
  if (to.blocks_per_rank != from.blocks_per_rank)
    parts.push_back(
        (to.blocks_per_rank > from.blocks_per_rank
             ? fmt::format("with {} per rank, some blocks compute while others wait",
                           counted(to.blocks_per_rank, "block"))
             : fmt::format("{} per rank {} less than {}", counted(to.blocks_per_rank, "block"),
                           to.blocks_per_rank == 1 ? "costs" : "cost", from.blocks_per_rank)) +
        what_blocks_cost(machine));
  if (to.overlap != from.overlap)
    parts.push_back(to.overlap ? "computation continues while messages travel"
                               : "there is no communication to overlap");
  add_weights(parts, window, to);
  parts.push_back(fmt::format("predicted {} instead of {}", seconds_text(predicted),
                              seconds_text(window.seconds_per_step.value)));
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace cardon
