// SPDX-License-Identifier: Apache-2.0
#include "change_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "machine_fit.hpp"

namespace cardon {
namespace {

constexpr double errors = 4;  // by which a change must stand out
constexpr double of_latency = 0.4, of_bandwidth = 0.4, of_ratio = 0.3, of_speed = 0.15,
                 of_step = 0.15;
constexpr std::size_t settled_steps = 3, most_steps = 5;  // windows
constexpr double felt = 0.02;  // of a step: latencies that change by less matter to nobody

// Whether `now` differs from what was known by this share of the smaller; if not, it becomes part
// of what is known.
bool differs(Estimate& known, const Estimate& now, double share, double least = 0) {
  if (!now.known()) return false;
  const double difference = std::abs(now.value - known.value);
  const bool changed =
      known.known() && difference > share * std::min(std::abs(known.value), std::abs(now.value)) &&
      difference > errors * std::hypot(known.error, now.error) && difference > least;
  if (!changed) known = combined(known, now);
  return changed;
}

Estimate median(std::vector<Estimate> values) {
  if (values.empty()) return {};
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end(),
                   [](const Estimate& a, const Estimate& b) { return a.value < b.value; });
  return *middle;
}

void note(Change& change, std::string text) {
  change.text += (change.any ? ", " : "") + std::move(text);
  change.any = change.cause = true;
}

std::string went(const std::string& what, double from, double to, const char* unit) {
  return fmt::format("{} went from {:.3g} to {:.3g}{}", what, from, to, unit);
}

}  // namespace

void ChangeWatch::restart() {
  latency_.clear();
  bandwidth_.clear();
  slowness_.clear();
  ratios_.clear();
  steps_.clear();
  other_step_ = false;
}

Change ChangeWatch::check(const TuningWindow& window, bool settled) {
  Change change;
  check_links(window, change);
  check_ranks(window, change);
  if (settled) {
    check_ratios(window, change);
    check_step(window, change);
  } else {
    ratios_.clear();
    steps_.clear();
    other_step_ = false;
  }
  return change;
}

void ChangeWatch::check_links(const TuningWindow& window, Change& change) {
  const auto& links = window.machine.links;
  latency_.resize(links.size());
  bandwidth_.resize(links.size());
  for (std::size_t n = 0; n < links.size(); ++n) {
    const double latency = latency_[n].value, bandwidth = bandwidth_[n].value;
    if (differs(latency_[n], links[n].latency, of_latency, felt * window.seconds_per_step.value))
      note(change, went("latency of link " + links_.at(n).name, 1e3 * latency,
                        1e3 * links[n].latency.value, " ms"));
    if (differs(bandwidth_[n], links[n].bandwidth, of_bandwidth))
      note(change, went("bandwidth of link " + links_.at(n).name, 1e-6 * bandwidth,
                        1e-6 * links[n].bandwidth.value, " MB/s"));
  }
}

void ChangeWatch::check_ranks(const TuningWindow& window, Change& change) {
  const auto& slowness = window.machine.slowness;
  slowness_.resize(slowness.size());
  for (std::size_t r = 0; r < slowness.size(); ++r) {
    const double before = slowness_[r].value;
    if (differs(slowness_[r], slowness[r], of_speed) && !change.any)
      note(change, went(fmt::format("time per point of rank {}", r), before, slowness[r].value,
                        " times the mean"));
  }
}

ChangeWatch::Ratio* ChangeWatch::known_ratio(int direction, std::size_t link,
                                             const CodecNames& chain) {
  const auto found = std::find_if(ratios_.begin(), ratios_.end(), [&](const Ratio& r) {
    return r.direction == direction && r.link == link && same_chain(r.chain, chain);
  });
  return found == ratios_.end() ? nullptr : &*found;
}

void ChangeWatch::check_ratios(const TuningWindow& window, Change& change) {
  for (const int d : {0, 1})
    for (std::size_t n = 0; n < window.machine.codecs[d].size(); ++n)
      for (const CodecEstimate& now : window.machine.codecs[d][n]) {
        if (now.chain.empty() || !now.ratio.known()) continue;
        Ratio* known = known_ratio(d, n, now.chain);
        if (!known) {
          ratios_.push_back({d, n, now.chain, now.ratio});
          continue;
        }
        const double before = known->ratio.value;
        if (!differs(known->ratio, now.ratio, of_ratio)) continue;
        if (!change.data)
          note(change, went("ratio of " + chain_text(now.chain) + " on link " + links_.at(n).name,
                            before, now.ratio.value, ""));
        change.data = true;
      }
}

// Nothing else may tell. A single window may be slow by accident; two after three are not.
void ChangeWatch::check_step(const TuningWindow& window, Change& change) {
  const Estimate now = window.seconds_per_step;
  Estimate usual = median(steps_);
  const bool enough = steps_.size() >= settled_steps;
  const bool other = enough && differs(usual, now, of_step);
  const bool again = std::exchange(other_step_, other);
  if (other && again && !change.any) {
    note(change, went("a step", 1e3 * usual.value, 1e3 * now.value, " ms"));
    change.cause = false;
  }
  if (other) return;
  steps_.push_back(now);
  if (steps_.size() > most_steps) steps_.erase(steps_.begin());
}

}  // namespace cardon
