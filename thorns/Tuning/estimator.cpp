// SPDX-License-Identifier: Apache-2.0
#include "estimator.hpp"

#include <algorithm>
#include <cardon/kit/grid/site_decomposition.hpp>
#include <cardon/kit/tuning/rank_report.hpp>
#include <cardon/kit/tuning/robust.hpp>
#include <cardon/services/program.hpp>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <limits>

#include "codec_estimator.hpp"
#include "link_estimator.hpp"

namespace cardon {
namespace {

constexpr double unknown_noise = 0.05;
constexpr double min_share = 0.2;

// Standard error of the mean, relative to it.
double relative_error(const std::vector<double>& values) {
  const auto n = double(values.size());
  if (values.size() < 2) return unknown_noise;
  double sum = 0, squares = 0, neighbours = 0;
  for (const double value : values) sum += value;
  const double mean = sum / n;
  for (std::size_t i = 0; i < values.size(); ++i) {
    squares += (values[i] - mean) * (values[i] - mean);
    if (i > 0) neighbours += (values[i] - mean) * (values[i - 1] - mean);
  }
  const double variance = std::max(min_share * squares, squares + 2 * (1 - 1 / n) * neighbours);
  return mean > 0 ? std::sqrt(variance / (n - 1) / n) / mean : unknown_noise;
}

void add(WorkSample& sum, const WorkSample& work) {
  sum.calls += work.calls;
  sum.points += work.points;
  sum.faces += work.faces;
  sum.seconds += work.seconds;
}

class Estimator {
 public:
  Estimator(const WindowFrame& frame, const std::vector<RankWindow>& ranks)
      : frame_(frame), ranks_(ranks) {
    for (const RankWindow& rank : ranks) timings_.push_back(rank.timings);
  }

  TuningWindow window() {
    TuningWindow window;
    window.first = frame_.first;
    window.last = frame_.last;
    window.settings = frame_.settings;
    window.seconds_per_step = seconds_per_step();
    window.efficiency = efficiency(timings_, elapsed());
    window.imbalance = imbalance(timings_);
    window.change_seconds = frame_.change_seconds;
    window.search_seconds = frame_.search_seconds;
    window.seconds_left = frame_.seconds_left;
    window.seconds_so_far = frame_.seconds_so_far;
    add_tasks(window.machine);
    add_links(window.machine);
    add_messages(window.machine);
    return window;
  }

 private:
  double elapsed() const;
  Estimate seconds_per_step() const;
  void add_tasks(MachineEstimate& machine) const;
  void add_between(MachineEstimate& machine) const;
  Estimate relative_cost(const RankWindow& rank, const MachineEstimate& machine) const;
  void add_links(MachineEstimate& machine) const;
  void add_link(const SiteLink& link, MachineEstimate& machine) const;
  void add_messages(MachineEstimate& machine) const;
  const LinkTimings* timings_of(std::size_t rank, std::size_t link) const;
  double ratio(const std::vector<int>& senders, std::size_t link) const;
  /// What a rank did for messages over wide links: encoding and trials taken off.
  struct WideWork {
    double bytes = 0, pieces = 0, pack = 0, unpack = 0;
  };
  WideWork wide_work(std::size_t rank, const MachineEstimate& machine) const;

  const WindowFrame& frame_;
  const std::vector<RankWindow>& ranks_;
  std::vector<Timings> timings_;
};

double Estimator::elapsed() const {
  double longest = 0;
  for (const RankWindow& rank : ranks_) longest = std::max(longest, rank.elapsed);
  return longest;
}

// Of the steps that were computed in this time.
Estimate Estimator::seconds_per_step() const {
  double value = 0;
  std::size_t parts = std::numeric_limits<std::size_t>::max();
  for (const RankWindow& rank : ranks_) {
    value = std::max(value, rank.elapsed / rank.steps);
    parts = std::min(parts, rank.parts.size());
  }
  std::vector<double> means(parts, 0.0);
  for (const RankWindow& rank : ranks_)
    for (std::size_t n = 0; n < parts; ++n) means[n] += rank.parts[n] / double(ranks_.size());
  return {value, value * relative_error(means), std::max(1.0, double(parts))};
}

void Estimator::add_tasks(MachineEstimate& machine) const {
  machine.task_seconds.assign(frame_.program->tasks.size(), 0.0);
  for (std::size_t task = 0; task < machine.task_seconds.size(); ++task) {
    WorkSample& work = machine.work.emplace_back();
    for (const Timings& timings : timings_) {
      if (task >= timings.tasks.size() || timings.tasks[task].points == 0) continue;
      const TaskTimings& t = timings.tasks[task];
      const auto points = double(t.points);
      add(work, {double(t.calls) / points, 1, double(t.faces) / points,
                 (t.compute + t.boundary) / points});
    }
    if (work.points > 0) machine.task_seconds[task] = work.seconds / work.points;
  }
  add_between(machine);
  for (const RankWindow& rank : ranks_) {
    machine.relative_cost.push_back(relative_cost(rank, machine));
    auto& work = machine.rank_work.emplace_back();
    for (const TaskTimings& t : rank.timings.tasks)
      work.push_back({double(t.calls), double(t.points), double(t.faces), t.compute + t.boundary});
  }
}

// What a rank does in steps besides tasks and exchanges.
void Estimator::add_between(MachineEstimate& machine) const {
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    double calls = 0;
    for (const TaskTimings& task : timings_[rank].tasks)
      if (task.points > 0) calls += double(task.calls);  // as the model charges them
    const double left = ranks_[rank].elapsed - measured_seconds(timings_[rank]);
    const double steps = ranks_[rank].steps;
    add(machine.between, {calls / steps, 1, 0, std::max(0.0, left) / steps});
  }
}

Estimate Estimator::relative_cost(const RankWindow& rank, const MachineEstimate& machine) const {
  double taken = 0, expected = 0;
  const auto& tasks = rank.timings.tasks;
  for (std::size_t task = 0; task < std::min(tasks.size(), machine.task_seconds.size()); ++task) {
    if (tasks[task].points == 0) continue;
    taken += tasks[task].compute + tasks[task].boundary;
    expected += double(tasks[task].points) * machine.task_seconds[task];
  }
  if (expected <= 0) return {};
  const double value = taken / expected;
  return {value, value * relative_error(rank.parts), std::max<double>(1, rank.parts.size())};
}

void Estimator::add_links(MachineEstimate& machine) const {
  for (const SiteLink& link : chain_links(*frame_.machine, frame_.program->grid))
    add_link(link, machine);
}

void Estimator::add_link(const SiteLink& link, MachineEstimate& machine) const {
  const auto n = machine.links.size();
  const std::vector<int> sites[2] = {frame_.machine->sites[std::size_t(link.sites[0])].ranks,
                                     frame_.machine->sites[std::size_t(link.sites[1])].ranks};
  LinkEstimate& estimate = machine.links.emplace_back();
  estimate_link(ranks_, n, sites, estimate);
  for (const int d : {0, 1}) {
    estimate.ratio[d] = ratio(sites[d], n);
    machine.codecs[d].push_back(estimate_codecs(ranks_, int(n), sites[d], sites[1 - d],
                                                frame_.settings.links.at(n).codecs[d],
                                                frame_.trials));
  }
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank)
    if (const LinkTimings* timings = timings_of(rank, n))
      estimate.exposed = std::max(estimate.exposed, timings->exposed / ranks_[rank].steps);
}

// The wide link's; null: the rank's driver counts none.
const LinkTimings* Estimator::timings_of(std::size_t rank, std::size_t link) const {
  const auto& links = timings_[rank].links;
  return link + 1 < links.size() ? &links[link + 1] : nullptr;
}

double Estimator::ratio(const std::vector<int>& senders, std::size_t link) const {
  double raw = 0, sent = 0;
  for (const int rank : senders)
    if (const LinkTimings* timings = timings_of(std::size_t(rank), link)) {
      raw += double(timings->bytes_raw);
      sent += double(timings->bytes_sent);
    }
  return sent > 0 ? raw / sent : 1;
}

Estimator::WideWork Estimator::wide_work(std::size_t rank, const MachineEstimate& machine) const {
  WideWork work;
  work.pack = -ranks_[rank].readings.sensor_seconds;
  const std::vector<SiteLink> links = chain_links(*frame_.machine, frame_.program->grid);
  for (std::size_t link = 0; link < links.size(); ++link) {
    const LinkTimings* timings = timings_of(rank, link);
    if (timings == nullptr) continue;
    const auto bytes = double(timings->bytes_raw);
    const bool is_first = links[link].sites[0] == frame_.machine->site_of_rank(int(rank));
    work.bytes += bytes;
    work.pieces += double(timings->pieces);
    work.unpack += timings->unpack;
    work.pack += timings->pack;
    work.pack -= machine.codecs[is_first ? 0 : 1][link].front().encode.value * bytes;
  }
  return work;
}

// A rank that loses its core for a while should not make messages look expensive.
void Estimator::add_messages(MachineEstimate& machine) const {
  std::vector<WideWork> all;
  double waited = std::numeric_limits<double>::infinity(), near_bytes = 0, near_seconds = 0;
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    const WideWork work = wide_work(rank, machine);
    if (work.pieces > 0) all.push_back(work);
    if (timings_[rank].links.empty()) continue;
    const LinkTimings& intra = timings_[rank].links.front();
    near_bytes += double(intra.bytes_raw + intra.bytes_local);
    near_seconds += intra.pack + intra.unpack;
    if (intra.messages > 0 && intra.exchanges > 0)
      waited = std::min(waited, intra.wait / double(intra.exchanges));
  }
  machine.intra_latency = std::isfinite(waited) ? waited : 0;
  if (near_bytes > 0) machine.near_pack = near_seconds / near_bytes / 2;
  if (all.empty()) return;
  machine.pack = std::numeric_limits<double>::infinity();
  for (const WideWork& work : all) machine.pack = std::min(machine.pack, work.unpack / work.bytes);
  std::vector<double> left;
  for (const WideWork& work : all)
    left.push_back(std::max(0.0, work.pack - machine.pack * work.bytes) / work.pieces);
  machine.message = median(std::move(left));
}

}  // namespace

TuningWindow summarise(const WindowFrame& frame, const std::vector<RankWindow>& ranks) {
  std::size_t expected = 0;
  for (const Site& site : frame.machine->sites) expected += site.ranks.size();
  if (ranks.size() != expected || frame.last <= frame.first)
    throw Bug("a tuning window needs what every rank measured");
  return Estimator(frame, ranks).window();
}

}  // namespace cardon
