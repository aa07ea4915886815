// SPDX-License-Identifier: Apache-2.0
#include "predict/sampled_work.hpp"

#include <algorithm>
#include <cardon/kit/median.hpp>
#include <cardon/kit/tuning/rank_report.hpp>
#include <cardon/kit/tuning/work_fit.hpp>
#include <limits>

namespace cardon {
namespace {

// s of a rank that no computing task accounts for: images, and boundaries that were filled by
// themselves.
double apart(const RankSteps& rank) {
  double seconds = 0;
  for (const LinkTimings& link : rank.timings.links) seconds += link.copy;
  for (const TaskTimings& task : rank.timings.tasks)
    if (task.points == 0) seconds += task.compute + task.boundary;
  return seconds;
}

double faces(const RankSteps& rank) {
  double sum = 0;
  for (const TaskTimings& task : rank.timings.tasks) sum += double(task.faces);
  return sum;
}

void add(WorkSample& sum, const WorkSample& more, double weight) {
  sum.calls += weight * more.calls;
  sum.points += weight * more.points;
  sum.faces += weight * more.faces;
  sum.seconds += weight * more.seconds;
}

double near_seconds(const Timings& timings) {
  return timings.links.empty() ? 0 : timings.links.front().pack + timings.links.front().unpack;
}

double near_bytes(const Timings& timings) {
  if (timings.links.empty()) return 0;
  return double(timings.links.front().bytes_raw + timings.links.front().bytes_local);
}

// Moving messages on is work that a rank does between its tasks.
double seconds_between(const RankSteps& rank) {
  double seconds = rank.elapsed - measured_seconds(rank.timings);
  for (const LinkTimings& link : rank.timings.links) seconds += link.poll;
  return rank.share * std::max(0.0, seconds);
}

WorkSample task_in(const SampledWindow& window, std::size_t task) {
  WorkSample mean;
  std::size_t ranks = 0;
  for (const RankSteps& rank : window.ranks)
    if (task < rank.timings.tasks.size() && rank.timings.tasks[task].points > 0) ++ranks;
  for (const RankSteps& rank : window.ranks) {
    if (task >= rank.timings.tasks.size() || rank.timings.tasks[task].points == 0) continue;
    const TaskTimings& t = rank.timings.tasks[task];
    const double all = faces(rank), points = double(t.points);
    const double extra = all > 0 ? apart(rank) * double(t.faces) / all : 0;
    add(mean,
        {double(t.calls) / points, 1, double(t.faces) / points,
         rank.share * (t.compute + t.boundary + extra) / points},
        1 / double(ranks));
  }
  return mean;
}

WorkSample between_in(const SampledWindow& window) {
  WorkSample mean;
  const double steps = double(window.steps);
  for (const RankSteps& rank : window.ranks) {
    double calls = 0;
    for (const TaskTimings& task : rank.timings.tasks)
      if (task.points > 0) calls += double(task.calls);
    add(mean, {calls / steps, 1, 0, seconds_between(rank) / steps},
        1 / double(window.ranks.size()));
  }
  return mean;
}

double near_pack_in(const SampledWindow& window) {
  double bytes = 0, seconds = 0;
  for (const RankSteps& rank : window.ranks) {
    bytes += 2 * near_bytes(rank.timings);
    seconds += rank.share * near_seconds(rank.timings);
  }
  return bytes > 0 ? seconds / bytes : 0;
}

// Who waits least waits for no other rank.
double near_delay_in(const SampledWindow& window) {
  double min_wait = std::numeric_limits<double>::infinity();
  for (const RankSteps& rank : window.ranks) {
    if (rank.timings.links.empty()) continue;
    const LinkTimings& link = rank.timings.links.front();
    if (link.messages > 0 && link.exchanges > 0)
      min_wait = std::min(min_wait, link.wait / double(link.exchanges));
  }
  return min_wait < std::numeric_limits<double>::infinity() ? min_wait : 0;
}

template <class Of>
double median_of(const std::vector<SampledWindow>& windows, const Of& of) {
  std::vector<double> values;
  for (const SampledWindow& window : windows) values.push_back(of(window));
  return median(values);
}

// What a sample says of work is the same in all windows but for the time.
template <class Of>
WorkSample typical(const std::vector<SampledWindow>& windows, const Of& of) {
  if (windows.empty()) return {};
  WorkSample sample = of(windows.front());
  sample.seconds = median_of(windows, [&](const SampledWindow& w) { return of(w).seconds; });
  return sample;
}

}  // namespace

SampledWork sampled_work(const Program& program, const std::vector<SampledWindow>& windows) {
  SampledWork work;
  for (std::size_t task = 0; task < program.tasks.size(); ++task)
    work.tasks.push_back(
        typical(windows, [&](const SampledWindow& window) { return task_in(window, task); }));
  work.between = typical(windows, between_in);
  work.near_pack = median_of(windows, near_pack_in);
  work.near_delay = median_of(windows, near_delay_in);
  return work;
}

void fit_work(const Program& program, const std::vector<SampledWork>& sizes,
              MachineEstimate& estimate) {
  const std::size_t tasks = program.tasks.size();
  for (auto* seconds : {&estimate.task_seconds, &estimate.call_seconds, &estimate.face_seconds})
    seconds->assign(tasks, 0);
  for (std::size_t task = 0; task < tasks; ++task) {
    WorkFit fit;
    for (const SampledWork& size : sizes) fit.add(size.tasks[task]);
    const WorkCost cost = fit.cost();
    estimate.task_seconds[task] = cost.point;
    estimate.call_seconds[task] = cost.call;
    estimate.face_seconds[task] = cost.face;
  }
  WorkFit between;
  for (const SampledWork& size : sizes) {
    between.add(size.between);
    if (size.near_pack > 0) estimate.near_pack = size.near_pack;
    if (size.near_delay > 0) estimate.intra_latency = size.near_delay;
  }
  estimate.between_calls = between.cost().call;
}

}  // namespace cardon
