// SPDX-License-Identifier: Apache-2.0
#include "task_farm/farm_tuner.hpp"

namespace cardon {
namespace {

double ratio(double measured, double nominal) { return nominal > 0 ? measured / nominal : 1; }

}  // namespace

FarmTuner::FarmTuner(Setup setup)
    : setup_(std::move(setup)), samples_(std::size_t(setup_.groups)) {}

void FarmTuner::record(int group, int level, const GrainCost& measured) {
  const GrainCost nominal = setup_.nominal(group, level);
  auto& samples = samples_[std::size_t(group)];
  samples.push_back({ratio(measured.compute, nominal.compute), ratio(measured.port, nominal.port),
                     ratio(measured.own_port, nominal.own_port)});
  if (samples.size() > kept) samples.pop_front();
  ++done_;
}

bool FarmTuner::knows(int group) const {
  if (!samples_[std::size_t(group)].empty()) return true;
  if (!setup_.estimates) return false;
  for (const auto& samples : samples_)
    if (!samples.empty()) return true;
  return false;
}

GrainCost FarmTuner::mean(int group) const {
  GrainCost sum;
  double count = 0;
  const auto add = [&](const std::deque<GrainCost>& samples) {
    for (const GrainCost& sample : samples)
      sum = {sum.compute + sample.compute, sum.port + sample.port, sum.own_port + sample.own_port};
    count += double(samples.size());
  };
  add(samples_[std::size_t(group)]);
  if (count == 0 && setup_.estimates)
    for (const auto& samples : samples_) add(samples);
  if (count == 0) return {1, 1, 1};
  return {sum.compute / count, sum.port / count, sum.own_port / count};
}

GrainCost FarmTuner::cost(int group, int level) const {
  const GrainCost nominal = setup_.nominal(group, level), factor = mean(group);
  return {factor.compute * nominal.compute, factor.port * nominal.port,
          factor.own_port * nominal.own_port};
}

std::vector<WorkerGroup> FarmTuner::groups_at(int level, const std::vector<int>& workers) const {
  std::vector<WorkerGroup> groups;
  const auto latency = [this](std::size_t group) {
    if (setup_.live_latency) return setup_.live_latency();
    return setup_.latency.empty() ? 0 : setup_.latency[group];
  };
  for (std::size_t g = 0; g < workers.size(); ++g) {
    const GrainCost cost = this->cost(int(g), level);
    groups.push_back({.workers = workers[g],
                      .compute = cost.compute,
                      .port = cost.port,
                      .own_port = cost.own_port,
                      .latency = latency(g),
                      .shares = setup_.shares});
  }
  return groups;
}

FarmDecision FarmTuner::decide(const Situation& situation) {
  done_ = 0;
  for (std::size_t g = 0; g < situation.workers.size(); ++g)
    if (situation.workers[g] > 0 && !knows(int(g)))
      return {.reason = "not all groups are measured"};
  FarmState state{.groups = groups_at(situation.level, situation.workers),
                  .coarser = situation.level > 0,
                  .obtainable = situation.obtainable,
                  .cores_per_worker = situation.cores_per_worker,
                  .cores = situation.cores,
                  .remaining = situation.remaining};
  if (situation.level + 1 < setup_.levels)
    state.finer = groups_at(situation.level + 1, situation.workers);
  return cardon::decide(state);
}

}  // namespace cardon
