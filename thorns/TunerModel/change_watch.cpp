// SPDX-License-Identifier: Apache-2.0
#include "change_watch.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace cardon {
namespace {

// Smallest change of interest, and factor of a change that is seen at once.
constexpr double network[2] = {0.2, 1.4}, codecs[2] = {0.2, 1.4}, speed[2] = {0.1, 1.2};
// A step may take long for once without any reason, so only lasting changes count.
constexpr double step[2] = {0.1, std::numeric_limits<double>::infinity()};
constexpr double felt = 0.02;     // of a step: latencies that change by less matter to nobody
constexpr double unusual = 0.15;  // a time of a step, relative to what is known
constexpr double ragged = 0.03;   // relative error of a step's time
constexpr double rise = 1.3;      // of the latency when settings change

ChangeDetector detector(const double (&limits)[2]) { return ChangeDetector(limits[0], limits[1]); }

// What was known before, if the window shows a change; else 0.
double changed_from(ChangeDetector& detector, const Estimate& now) {
  const double before = detector.reference().value;
  return detector.add(now) ? before : 0;
}

void note(Change& change, std::string text) {
  change.text += (change.any ? ", " : "") + std::move(text);
  change.any = true;
}

std::string went(const std::string& what, double from, double to, const char* unit) {
  return fmt::format("{} went from {:.3g} to {:.3g}{}", what, from, to, unit);
}

}  // namespace

Change ChangeWatch::check(const TuningWindow& window, bool settled) {
  Change change;
  check_links(window, settled, change);
  check_ranks(window, change);
  if (!settled) {
    ratios_.clear();
    step_ = detector(step);
  }
  if (settled) check_ratios(window, change);
  change.cause = change.any;
  check_step(window, change);
  return change;
}

void ChangeWatch::check_links(const TuningWindow& window, bool settled, Change& change) {
  const auto& links = window.machine.links;
  latency_.resize(links.size(), detector(network));
  bandwidth_.resize(links.size(), detector(network));
  full_.resize(links.size(), false);
  for (std::size_t n = 0; n < links.size(); ++n) {
    const Estimate bandwidth = links[n].bandwidth;
    if (const double before = changed_from(bandwidth_[n], bandwidth); before > 0)
      note(change, went("bandwidth of link " + links_.at(n).name, 1e-6 * before,
                        1e-6 * bandwidth.value, " MB/s"));
    check_latency(window, n, settled, change);
  }
}

void ChangeWatch::check_latency(const TuningWindow& window, std::size_t n, bool settled,
                                Change& change) {
  const Estimate latency = window.machine.links[n].latency, known = latency_[n].reference();
  const bool matters = std::abs(latency.value - known.value) > felt * window.seconds_per_step.value;
  if (!settled)
    full_[n] = matters && known.known() && !change.any && latency.value > rise * known.value;
  if ((known.known() && !matters) || full_[n]) return;
  if (const double before = changed_from(latency_[n], latency); before > 0)
    note(change,
         went("latency of link " + links_.at(n).name, 1e3 * before, 1e3 * latency.value, " ms"));
}

void ChangeWatch::check_ranks(const TuningWindow& window, Change& change) {
  const auto& relative_cost = window.machine.relative_cost;
  relative_cost_.resize(relative_cost.size(), detector(speed));
  bool told = false;
  for (std::size_t r = 0; r < relative_cost.size(); ++r)
    if (const double before = changed_from(relative_cost_[r], relative_cost[r]);
        before > 0 && !told) {
      note(change, went(fmt::format("time per point of rank {}", r), before, relative_cost[r].value,
                        " times the mean"));
      told = true;
    }
}

void ChangeWatch::check_ratios(const TuningWindow& window, Change& change) {
  for (const int d : {0, 1})
    for (std::size_t n = 0; n < window.machine.codecs[d].size(); ++n)
      for (const CodecEstimate& now : window.machine.codecs[d][n]) {
        if (now.chain.empty()) continue;
        const std::string name = chain_text(now.chain) + " on link " + links_.at(n).name;
        auto& known =
            ratios_.try_emplace(fmt::format("{} {}", name, d), detector(codecs)).first->second;
        const double before = changed_from(known, now.ratio);
        if (before == 0) continue;
        if (!change.data) note(change, went("ratio of " + name, before, now.ratio.value, ""));
        change.data = true;
      }
}

void ChangeWatch::check_step(const TuningWindow& window, Change& change) {
  const Estimate now = window.seconds_per_step, known = step_.reference();
  uneven_ = now.error > ragged * now.value;
  unusual_ = known.known() && std::abs(now.value / known.value - 1) > unusual;
  if (change.any) step_ = detector(step);
  const double before = changed_from(step_, now);
  if (before > 0) note(change, went("a step", 1e3 * before, 1e3 * now.value, " ms"));
}

}  // namespace cardon
