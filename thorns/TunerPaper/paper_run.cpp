// SPDX-License-Identifier: Apache-2.0
#include "paper_run.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cardon {
namespace {

bool any(const std::vector<bool>& flags) {
  return std::find(flags.begin(), flags.end(), true) != flags.end();
}

int max_depth_of(const DriverSettings& settings) {
  int depth = 1;
  for (const WideLinkSettings& link : settings.links) depth = std::max(depth, link.depth);
  return depth;
}

}  // namespace

CodecNames paper_chain(const std::vector<CodecNames>& chains) {
  for (const CodecNames& chain : chains)
    if (chain.size() == 1 && chain[0].codec == "zlib") return chain;
  for (const CodecNames& chain : chains)
    for (const CodecName& codec : chain)
      if (codec.codec == "zlib") return {codec};
  for (const CodecNames& chain : chains)
    if (!chain.empty()) return chain;
  return {};
}

PaperRun::PaperRun(const PaperRules& rules, const TunerSetup& setup, int radius, Possible possible)
    : rules_(rules),
      freedom_(setup.freedom),
      possible_(std::move(possible)),
      start_(setup.start),
      chain_(paper_chain(setup.chains)),
      radius_(radius),
      max_depth_(setup.max_depth),
      depths_(any(freedom_.depth)),
      codecs_(any(freedom_.codecs) && !chain_.empty()),
      climb_(rules.same),
      toggle_(rules.period) {
  if (setup.window > 0) rules_.average = setup.window;
}

// Whole cycles of the plan, so that every window has its share of exchanges.
long PaperRun::average(const DriverSettings& settings) const {
  const long cycle = max_depth_of(settings);
  return (rules_.average + cycle - 1) / cycle * cycle;
}

bool PaperRun::may_be(const DriverSettings& settings, const MachineEstimate& machine) const {
  if (max_depth_ > 0 && max_depth_of(settings) > max_depth_) return false;
  return possible_(settings, machine);
}

DriverSettings PaperRun::deeper(const DriverSettings& settings, int layers) const {
  DriverSettings other = settings;
  for (std::size_t n = 0; n < other.links.size(); ++n)
    if (freedom_.depth.at(n)) other.links[n].depth += layers;
  return other;
}

bool PaperRun::compressed(const DriverSettings& settings) const {
  for (std::size_t n = 0; n < settings.links.size(); ++n)
    for (const CodecNames& chain : settings.links[n].codecs)
      if (freedom_.codecs.at(n) && !chain.empty()) return true;
  return false;
}

DriverSettings PaperRun::toggled(const DriverSettings& settings) const {
  const CodecNames chain = compressed(settings) ? CodecNames{} : chain_;
  DriverSettings other = settings;
  for (std::size_t n = 0; n < other.links.size(); ++n)
    if (freedom_.codecs.at(n))
      for (CodecNames& names : other.links[n].codecs) names = chain;
  return other;
}

Decision PaperRun::start() const {
  Decision decision;
  decision.settings = start_;
  decision.steps = average(start_);
  decision.why = fmt::format("the efficiency is averaged over {} steps", decision.steps);
  return decision;
}

Decision PaperRun::decide(const TuningWindow& window) {
  if (depths_ && !climb_.ended()) return climb(window);
  if (codecs_) return toggle(window);
  Decision decision;
  decision.settings = window.settings;
  decision.steps = rules_.period;
  decision.why = "nothing is left to try";
  decision.converged = true;
  return decision;
}

Decision PaperRun::climb(const TuningWindow& window) {
  const DriverSettings next = deeper(window.settings, radius_);
  const bool first = same_settings(window.settings, start_);
  const double percent = 100 * window.efficiency;
  Decision decision;
  decision.settings = window.settings;
  if (!first) decision.verdict = Decision::Verdict::kept;
  switch (climb_.next(window.efficiency, may_be(next, window.machine))) {
    case DepthClimb::Move::up:
      decision.settings = next;
      decision.why = fmt::format("efficiency {:.0f} %{}: one more layer is tried", percent,
                                 first ? "" : ", better than before");
      break;
    case DepthClimb::Move::back:
      decision.verdict = Decision::Verdict::reverted;
      decision.settings = deeper(window.settings, -radius_);
      decision.why =
          fmt::format("efficiency {:.0f} %, no improvement: depth reduced by one", percent);
      break;
    case DepthClimb::Move::stay:
      decision.why = fmt::format("efficiency {:.0f} %; a larger depth is not possible", percent);
      break;
  }
  decision.steps = average(decision.settings);
  return decision;
}

Decision PaperRun::toggle(const TuningWindow& window) {
  const double percent = 100 * window.efficiency;
  const char* state = compressed(window.settings) ? "with" : "without";
  Decision decision;
  decision.settings = window.settings;
  decision.converged = true;
  const auto move = toggle_.next(window.efficiency, window.last);
  switch (move) {
    case CompressionToggle::Move::toggle:
      decision.settings = toggled(window.settings);
      decision.converged = false;
      decision.why =
          fmt::format("efficiency {:.0f} % {} compression: the other is tried", percent, state);
      break;
    case CompressionToggle::Move::keep:
      decision.verdict = Decision::Verdict::kept;
      decision.why = fmt::format("efficiency {:.0f} % {} compression: better", percent, state);
      break;
    case CompressionToggle::Move::undo:
      decision.verdict = Decision::Verdict::reverted;
      decision.settings = toggled(window.settings);
      decision.why = fmt::format("efficiency {:.0f} % {} compression: not better", percent, state);
      break;
    case CompressionToggle::Move::stay:
      decision.why = fmt::format("efficiency {:.0f} %", percent);
      break;
  }
  decision.steps = average(decision.settings);
  if (decision.converged && toggle_.rest(window.last) > 2 * decision.steps)
    decision.steps = toggle_.rest(window.last) - decision.steps;
  return decision;
}

}  // namespace cardon
