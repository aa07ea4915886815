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
  known_.task_seconds.resize(window.task_seconds.size());
  for (std::size_t t = 0; t < window.task_seconds.size(); ++t)
    if (window.task_seconds[t] > 0) {
      double& known = known_.task_seconds[t];
      known =
          replace_ || known == 0 ? window.task_seconds[t] : (known + window.task_seconds[t]) / 2;
    }
  known_.relative_cost.resize(window.relative_cost.size());
  for (std::size_t r = 0; r < window.relative_cost.size(); ++r)
    take(known_.relative_cost[r], window.relative_cost[r]);
  add_links(window);
  add_codecs(window);
  const auto latest = [](double& known, double now) { known = now > 0 ? now : known; };
  latest(known_.pack, window.pack);
  latest(known_.message, window.message);
  latest(known_.intra_latency, window.intra_latency);
  latest(known_.intra_bandwidth, window.intra_bandwidth);
  replace_ = data_changed_ = false;
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
