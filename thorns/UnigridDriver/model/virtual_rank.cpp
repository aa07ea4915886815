// SPDX-License-Identifier: Apache-2.0
#include "virtual_rank.hpp"

#include <algorithm>
#include <cardon/kit/grid/exchange_boxes.hpp>
#include <cardon/kit/grid/face_points.hpp>

namespace cardon::unigrid {
namespace {

double entry(const std::vector<double>& values, int n) {
  return std::size_t(n) < values.size() ? values[std::size_t(n)] : 0;
}

long total_points(const std::vector<Box>& boxes) {
  long points = 0;
  for (const Box& box : boxes) points += box.points();
  return points;
}

double relative_cost(const MachineEstimate& costs, int rank) {
  const auto n = std::size_t(rank);
  const bool known = n < costs.relative_cost.size() && costs.relative_cost[n].known();
  return known ? costs.relative_cost[n].value : 1;
}

// Between blocks of a site, if that is known, else any.
double pack_seconds(const MachineEstimate& costs) {
  return costs.near_pack > 0 ? costs.near_pack : costs.pack;
}

}  // namespace

void VirtualRank::Part::add(int task, long points, double per_point) {
  if (points == 0) return;
  seconds += double(points) * per_point;
  parts.emplace_back(task, points);
}

VirtualRank::VirtualRank(PlainEventSimulator& run, int rank)
    : run_(run), rank_(rank), factor_(relative_cost(run.costs(), rank)) {}

// Without overlap nothing is computed while messages travel.
bool VirtualRank::must_wait() const {
  const Next next = this->next();
  return next == Next::wait || (pending_ && !overlap() && next == Next::compute && !computing() &&
                                operation(position()).kind == plan::Operation::Kind::compute);
}

bool VirtualRank::run_to(long step) {
  bool any = false;
  while (steps() < step) {
    if (!must_wait())
      now_ = advance(now_, 1);
    else if (!receive())
      return any;
    any = true;
  }
  return any;
}

// False: some message has not left yet.
bool VirtualRank::receive() {
  const long exchange = exchanges_ - 1;
  const PlainEventSimulator::Mail mail = run_.mail(rank_, exchange);
  if (mail.messages < last_->expected) return false;
  run_.forget(rank_, exchange);
  if (observer_.waits) observer_.waits();
  const double unpack = double(last_->values) * sizeof(Real) * pack_seconds(run_.costs()) +
                        last_->expected * run_.costs().message;
  now_ = std::max(now_, mail.latest) + unpack;
  shares_.exchange += unpack;
  pending_ = false;
  return true;
}

GrownTask VirtualRank::grown(const plan::Operation& operation) const {
  return {operation.task, operation.growth.empty() ? 0 : operation.growth.front()};
}

Box VirtualRank::region(const plan::Operation& operation) const {
  const Task& task = setup().program->tasks[std::size_t(operation.task)];
  return setup().layout->computed(rank_, grown(operation).growth, task.region);
}

// What calls and faces cost is shared among the points.
double VirtualRank::seconds_per_point(int task, const Box& region) const {
  if (region.empty()) return 0;
  const MachineEstimate& costs = run_.costs();
  const double besides = entry(costs.call_seconds, task) + costs.between_calls +
                         entry(costs.face_seconds, task) *
                             double(face_points(region, setup().layout->grid().dimensions));
  return factor_ * (entry(costs.task_seconds, task) + besides / double(region.points()));
}

VirtualRank::Work VirtualRank::work() const {
  Work work;
  for (std::size_t n = setup().prologue; n < setup().operations.size(); ++n) {
    const plan::Operation& operation = setup().operations[n];
    if (operation.kind != plan::Operation::Kind::compute) continue;
    const Box region = this->region(operation);
    work.all += double(region.points());
    work.owned += double(intersect(region, setup().layout->owned(rank_)).points());
  }
  return work;
}

bool VirtualRank::fuses(long task, long boundary) const {
  return fusable(*setup().program, grown(operation(task)), grown(operation(boundary)));
}

bool VirtualRank::joins(long position) const {
  const plan::Operation& operation = this->operation(position);
  if (steps() < 0) return false;
  return operation.kind == plan::Operation::Kind::step_end ||
         joins_segment(*setup().program, *setup().layout,
                       setup().program->tasks[std::size_t(operation.task)]);
}

double VirtualRank::begin(long position, long, bool, double start, int) {
  const plan::Operation& operation = this->operation(position);
  const Box all = region(operation);
  const double per_point = seconds_per_point(operation.task, all);
  Box core;
  if (pending_)
    core = task_core(*setup().layout, rank_, all,
                     read_radius(setup().program->tasks[std::size_t(operation.task)]),
                     {.block = true}, setup().reach);
  core_ = shell_ = Part{};
  core_.add(operation.task, core.points(), per_point);
  shell_.add(operation.task, all.points() - core.points(), per_point);
  return start;
}

const SegmentShape& VirtualRank::segment(long task, long end) const {
  const auto [found, is_new] = segments_.try_emplace({setup().index(task), end - task});
  if (!is_new) return found->second;
  std::vector<GrownTask> tasks;
  for (long n = task; n < end; ++n)
    if (operation(n).kind != plan::Operation::Kind::exchange &&
        operation(n).kind != plan::Operation::Kind::step_end)
      tasks.push_back(grown(operation(n)));
  found->second = segment_shape(*setup().program, *setup().layout, rank_, tasks, setup().reach);
  return found->second;
}

double VirtualRank::begin_segment(long task, long end, double start, int) {
  const SegmentShape& segment = this->segment(task, end);
  const std::vector<Box> cores =
      segment_cores(segment, *setup().layout, rank_, {.block = pending_}, setup().reach);
  core_ = shell_ = Part{};
  std::size_t instance = 0;
  for (long n = task; n < end; ++n) {
    const plan::Operation& operation = this->operation(n);
    segment_steps_ += operation.kind == plan::Operation::Kind::step_end;
    if (operation.kind == plan::Operation::Kind::boundary) ++instance;
    if (operation.kind != plan::Operation::Kind::compute) continue;
    const Box all = region(operation);
    const double per_point = seconds_per_point(operation.task, all);
    const long core = pending_ ? cores[instance].points() : 0;
    core_.add(operation.task, core, per_point);
    shell_.add(operation.task, all.points() - core, per_point);
    ++instance;
  }
  return start;
}

double VirtualRank::compute_tile(double start) {
  Part& part = core_left() ? core_ : shell_;
  if (observer_.computes)
    for (const auto& [task, points] : part.parts) observer_.computes(task, points);
  const double end = start + part.seconds;
  shares_.compute += part.seconds;
  part = Part{};
  if (done())
    for (; segment_steps_ > 0; --segment_steps_) finished_.push_back(end);
  return end;
}

double VirtualRank::end_step(long, double start) {
  finished_.push_back(start);
  return start;
}

const VirtualRank::Pattern& VirtualRank::pattern(const plan::Operation& exchange) {
  const auto [found, is_new] = patterns_.try_emplace(&exchange);
  Pattern& pattern = found->second;
  if (!is_new) return pattern;
  std::map<int, long> sends, receives;  // by rank
  for (const plan::SlotDepth& field : exchange.fields) {
    const ExchangeBoxes boxes =
        exchange_boxes(*setup().layout, rank_, field.depth, setup().near[std::size_t(rank_)]);
    for (const PeerBoxes& peer : boxes.sends) sends[peer.block] += total_points(peer.boxes);
    for (const PeerBoxes& peer : boxes.receives) receives[peer.block] += total_points(peer.boxes);
  }
  pattern.sends.assign(sends.begin(), sends.end());
  for (const auto& [peer, values] : receives) pattern.values += values;
  pattern.expected = int(receives.size());
  return pattern;
}

double VirtualRank::start_exchange(const plan::Operation& exchange, double start) {
  last_ = &pattern(exchange);
  const long number = exchanges_++;
  double now = start;
  long values = 0;
  for (const auto& [to, count] : last_->sends) {
    const double bytes = double(count) * sizeof(Real);
    now += bytes * pack_seconds(run_.costs()) + run_.costs().message;
    run_.post(rank_, to, number, bytes, now);
    values += count;
  }
  if (observer_.sends && !last_->sends.empty()) observer_.sends(long(last_->sends.size()), values);
  shares_.exchange += now - start;
  pending_ = last_->expected > 0;
  return now;
}

}  // namespace cardon::unigrid
