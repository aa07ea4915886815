// SPDX-License-Identifier: Apache-2.0
#include "machine_fit.hpp"

#include <algorithm>
#include <cmath>

namespace cardon {
namespace {

constexpr double growth = 1.5;        // of the variance of older knowledge, by window
constexpr double contradiction = 16;  // variances: what was known is no longer true
constexpr double surest = 0.005;      // no measured figure is better than this share of its value

double variance(const Estimate& e) {
  return e.error * e.error + surest * surest * e.value * e.value;
}

using Codecs = std::vector<CodecEstimate>;

CodecEstimate* find(Codecs& codecs, const CodecNames& chain) {
  const auto found = std::find_if(codecs.begin(), codecs.end(), [&](const CodecEstimate& c) {
    return same_chain(c.chain, chain);
  });
  return found == codecs.end() ? nullptr : &*found;
}

// The smallest share of what a chain saved, bytes sent over raw bytes, that is left.
double share_left(Codecs& known, const Codecs& window) {
  double share = 1;
  for (const CodecEstimate& now : window) {
    const CodecEstimate* old = find(known, now.chain);
    if (old && old->ratio.known() && now.ratio.known() && old->ratio.value > 1)
      share = std::min(share, (now.ratio.value - 1) / (old->ratio.value - 1));
  }
  return std::max(share, 0.0);
}

void lose(Codecs& known, double share) {
  for (CodecEstimate& c : known)
    if (c.ratio.value > 1) c.ratio.value = 1 + (c.ratio.value - 1) * share;
}

}  // namespace

Estimate combined(const Estimate& known, const Estimate& now) {
  if (!now.known()) return known;
  if (!known.known()) return now;
  const double old_variance = growth * variance(known), new_variance = variance(now);
  // An exact zero, such as the cost of no codec: its weight would be infinite.
  if (old_variance <= 0 || new_variance <= 0) return now;
  const double difference = now.value - known.value;
  if (difference * difference >= contradiction * (old_variance + new_variance)) return now;
  const double old_weight = 1 / old_variance, weight = 1 / new_variance;
  Estimate mean;
  mean.value = (old_weight * known.value + weight * now.value) / (old_weight + weight);
  mean.error = std::sqrt(1 / (old_weight + weight));
  mean.samples = known.samples / growth + now.samples;
  return mean;
}

void MachineFit::forget(bool data) {
  replace_ = true;
  data_changed_ = data_changed_ || data;
}

void MachineFit::add(const MachineEstimate& window) {
  const auto take = [&](Estimate& known, const Estimate& now) {
    if (now.known()) known = replace_ ? now : combined(known, now);
  };
  window.work.empty() ? take_work(window) : add_work(window);
  known_.relative_cost.resize(window.relative_cost.size());
  for (std::size_t r = 0; r < window.relative_cost.size(); ++r)
    take(known_.relative_cost[r], relative_cost(window, r));
  add_links(window);
  add_codecs(window);
  const auto latest = [](double& known, double now) { known = now > 0 ? now : known; };
  latest(known_.pack, window.pack);
  latest(known_.near_pack, window.near_pack);
  latest(known_.message, window.message);
  latest(known_.intra_latency, window.intra_latency);
  latest(known_.intra_bandwidth, window.intra_bandwidth);
  replace_ = data_changed_ = false;
}

// Figures of which nobody says how they were measured.
void MachineFit::take_work(const MachineEstimate& window) {
  known_.task_seconds.resize(window.task_seconds.size());
  for (std::size_t t = 0; t < window.task_seconds.size(); ++t)
    if (window.task_seconds[t] > 0) {
      double& known = known_.task_seconds[t];
      known =
          replace_ || known == 0 ? window.task_seconds[t] : (known + window.task_seconds[t]) / 2;
    }
  known_.call_seconds = window.call_seconds;
  known_.face_seconds = window.face_seconds;
  known_.between_calls = window.between_calls;
}

// Windows with blocks of several sizes tell what calls and faces cost.
void MachineFit::add_work(const MachineEstimate& window) {
  const std::size_t tasks = window.work.size();
  for (auto* seconds : {&known_.task_seconds, &known_.call_seconds, &known_.face_seconds})
    seconds->resize(tasks);
  work_.resize(tasks);
  for (std::size_t t = 0; t < tasks; ++t) {
    if (replace_ && window.work[t].points > 0) work_[t].clear();
    work_[t].add(window.work[t]);
    const WorkCost cost = work_[t].cost();
    known_.task_seconds[t] = cost.point;
    known_.call_seconds[t] = cost.call;
    known_.face_seconds[t] = cost.face;
  }
  if (replace_) between_.clear();
  between_.add(window.between);
  known_.between_calls = between_.cost().call;
}

// Of two ranks with as many blocks the one with fewer points takes longer per point, and is not
// slower for that.
Estimate MachineFit::relative_cost(const MachineEstimate& window, std::size_t rank) const {
  Estimate measured = window.relative_cost[rank];
  if (!measured.known() || rank >= window.rank_work.size()) return measured;
  double taken = 0, expected = 0;
  const std::vector<WorkSample>& tasks = window.rank_work[rank];
  for (std::size_t t = 0; t < std::min(tasks.size(), work_.size()); ++t) {
    if (!(tasks[t].points > 0)) continue;
    taken += tasks[t].seconds;
    expected +=
        WorkCost{known_.call_seconds[t], known_.task_seconds[t], known_.face_seconds[t]}.seconds(
            tasks[t]);
  }
  if (!(expected > 0)) return measured;
  const double value = taken / expected;
  measured.error *= value / measured.value;
  measured.value = value;
  return measured;
}

void MachineFit::add_links(const MachineEstimate& window) {
  const auto take = [&](Estimate& known, const Estimate& now) {
    if (now.known()) known = replace_ ? now : combined(known, now);
  };
  known_.links.resize(window.links.size());
  for (std::size_t n = 0; n < window.links.size(); ++n) {
    LinkEstimate& known = known_.links[n];
    const LinkEstimate& now = window.links[n];
    take(known.latency, now.latency);
    take(known.bandwidth, now.bandwidth);
    known.queueing = now.queueing;
    known.exposed = now.exposed;
    for (const int d : {0, 1}) known.ratio[d] = now.ratio[d];
  }
}

void MachineFit::add_codecs(const MachineEstimate& window) {
  for (const int d : {0, 1}) {
    known_.codecs[d].resize(window.codecs[d].size());
    for (std::size_t n = 0; n < window.codecs[d].size(); ++n) {
      Codecs& known = known_.codecs[d][n];
      if (data_changed_) lose(known, share_left(known, window.codecs[d][n]));
      for (const CodecEstimate& now : window.codecs[d][n]) {
        CodecEstimate* old = find(known, now.chain);
        if (!old || (data_changed_ && now.ratio.known())) {
          if (!old) known.emplace_back();
          (old ? *old : known.back()) = now;
        } else {
          old->ratio = combined(old->ratio, now.ratio);
          old->encode = combined(old->encode, now.encode);
          old->decode = combined(old->decode, now.decode);
        }
      }
    }
  }
}

}  // namespace cardon
