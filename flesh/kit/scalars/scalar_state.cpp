// SPDX-License-Identifier: Apache-2.0
#include "scalars/scalar_state.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/kit/fields_not_finite.hpp>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <cstring>
#include <iterator>
#include <utility>

#include "grid/scalar_task.hpp"
#include "scalars/unfit_scalar.hpp"

namespace cardon {
namespace {

constexpr Real huge_value = 1e100;  // its powers leave the range of numbers

bool is_huge(const ReducedValue& read) { return std::abs(read.value) > huge_value; }

/// For a task that read these values.
std::string help_for(const std::vector<ReducedValue>& read) {
  if (!std::all_of(read.begin(), read.end(),
                   [](const ReducedValue& r) { return std::isfinite(r.value); }))
    return "what the task read is not a number: inspect the fields and scalars that it comes from";
  if (std::any_of(read.begin(), read.end(), is_huge))
    return "the scalars have grown until they overflowed, as with an unstable scheme: set a "
           "smaller time.courant or time.step";
  return "with these values a division by zero, or a root or logarithm outside its domain, is "
         "likely: inspect the formula of the task and look for values that should not occur";
}

}  // namespace

ScalarState::ScalarState(const Program& program, const ParameterSet& parameters)
    : program_(program),
      parameters_(parameters),
      lags_(program.scalars.size()),
      places_(program.tasks.size()) {
  slots_.resize(std::size_t(program.scalar_slots));
  for (const ScalarInfo& scalar : program.scalars) {
    if (!scalar.is_state) continue;
    ids_.push_back(scalar.id);
    slots_[std::size_t(scalar.id)] = scalar.start;
  }
  for (const auto* list : {&program.initial, &program.step})
    for (std::size_t n = 0; n < list->size(); ++n) places_[std::size_t((*list)[n])] = n;
  // Analysis and Terminate come after everything of a step.
  for (const auto* list : {&program.analysis, &program.terminate})
    for (const int id : *list) places_[std::size_t(id)] = program.tasks.size();
  for (const Task& task : program.tasks) note_lags(task);
  for (const auto* list : {&program.initial_scalars, &program.step_scalars})
    for (const ScalarTask& scalars : *list) note_lags(scalars.task);
}

void ScalarState::note_lags(const Task& task) {
  for (const ScalarRead& read : task.reads_scalars) {
    if (!has(read.scalar)) continue;
    int& lag = lags_[std::size_t(read.scalar)];
    lag = std::max(lag, read.lag);
    remembered_ = std::max(remembered_, behind + lag);
  }
}

ReducedValue ScalarState::value(const ScalarRead& read, long step) const {
  if (read.lag > 0) return lagged(read, step);
  const std::vector<Real>& versions = history_.at(step)[std::size_t(read.scalar)];
  return {read.version == ScalarRead::last_version ? versions.back()
                                                   : versions.at(std::size_t(read.version))};
}

ReducedValue ScalarState::lagged(const ScalarRead& read, long step) const {
  const auto scalar = std::size_t(read.scalar);
  if (step == 0) return {program_.scalars[scalar].start};  // nothing was before the initial tasks
  return {history_.at(std::max(0L, step - read.lag))[scalar].back()};
}

ScalarState::Versions ScalarState::first_versions() const {
  Versions versions(program_.scalars.size());
  for (const int id : ids_) versions[std::size_t(id)] = {latest(id)};
  return versions;
}

const std::vector<ScalarTask>& ScalarState::tasks() const {
  return running_.initial ? program_.initial_scalars : program_.step_scalars;
}

void ScalarState::begin_step(const StepState& state) {
  running_ = state;
  next_ = 0;
  if (ids_.empty()) return;
  const long step = state.initial ? 0 : state.iteration + 1;
  history_[step] = first_versions();
  history_.erase(history_.begin(), history_.lower_bound(step - remembered_));
}

const Task* ScalarState::next(int grid_task) const {
  if (next_ == tasks().size()) return nullptr;
  const ScalarTask& task = tasks()[next_];
  const bool due = grid_task < 0 || task.position <= places_[std::size_t(grid_task)];
  return due ? &task.task : nullptr;
}

void ScalarState::note_version(int slot) {
  if (std::size_t(slot) < program_.scalars.size())
    history_.rbegin()->second[std::size_t(slot)].push_back(latest(slot));
}

void ScalarState::note_not_finite(const Task& task, long step) {
  const auto bad = std::find_if(task.sets.begin(), task.sets.end(), [this](const ScalarWrite& set) {
    return !std::isfinite(slots_[std::size_t(set.slot)]);
  });
  if (origin_ || bad == task.sets.end()) return;
  const std::string what = bad->is_rate ? fmt::format("rhs({})", bad->declared) : bad->declared;
  const Real value = slots_[std::size_t(bad->slot)];
  origin_ = {step,
             fmt::format("{} is {} at iteration {}", what, value, step),
             {fmt::format("written by  {}: {} is {}", task.name, what, value)},
             help_for(read_)};
  explain(task, *origin_);
}

/// Adds what the task had read.
void ScalarState::explain(const Task& task, Origin& origin) const {
  std::vector<std::string> reads;
  std::optional<UnfitScalar> unfit;
  for (std::size_t n = 0; n < read_.size(); ++n) {
    const ScalarRead& read = task.reads_scalars[n];
    reads.push_back(fmt::format("{} = {:.6g}", read.declared, read_[n].value));
    if (!unfit) unfit = unfit_scalar(program_, read, read_[n]);
  }
  if (!reads.empty()) origin.notes.push_back(fmt::format("it read     {}", fmt::join(reads, ", ")));
  if (!unfit) return;
  origin.notes.push_back(fmt::format("cause       {}", unfit->cause));
  origin.help = unfit->help;
}

void ScalarState::run_next(const Reader& reduced) {
  const Task& task = tasks()[next_++].task;
  const long step = running_.initial ? 0 : running_.iteration + 1;
  read_.clear();
  const auto read = [&](const ScalarRead& r) {
    const ReducedValue value = !has(r.scalar) ? reduced(r)
                               : r.lag > 0    ? lagged(r, step)
                                              : ReducedValue{latest(r.scalar)};
    read_.push_back(value);
    return value;
  };
  const bool is_due = running_.iteration % task.every == 0;
  if (is_due && task.kind == Task::combine) combine_scalars(task, running_.dt, slots_);
  if (is_due && task.kind == Task::compute) {
    call_scalar_task(task, program_, parameters_, running_, read, slots_);
    note_not_finite(task, step);
  }
  for (const ScalarWrite& set : task.sets)
    if (!set.is_rate) note_version(set.slot);
}

bool ScalarState::is_finite() const {
  return std::all_of(ids_.begin(), ids_.end(),
                     [this](int id) { return std::isfinite(latest(id)); });
}

void ScalarState::check_finite() const {
  for (const int id : ids_) {
    if (std::isfinite(latest(id))) continue;
    const long iteration = running_.initial ? 0 : running_.iteration + 1;
    Problem problem{.slug = "health/not-finite",
                    .message = fmt::format("{} is {} at iteration {}",
                                           program_.scalars[std::size_t(id)].full_name(),
                                           latest(id), iteration),
                    .notes = {"the scalar is set by tasks"},
                    .help =
                        "inspect the tasks that set it: cardon list schedule FILE; a smaller "
                        "time.courant may keep the run stable"};
    if (origin_) {
      problem.notes = origin_->notes;
      problem.help = origin_->help;
    }
    throw FieldsNotFinite(std::move(problem), iteration, true);
  }
}

void ScalarState::check_undone() const {
  if (!undone_) return;
  throw FieldsNotFinite(Problem{.slug = "health/not-finite",
                                .message = undone_->message,
                                .notes = undone_->notes,
                                .help = undone_->help},
                        undone_->step, true);
}

void ScalarState::go_back(long step) {
  undone_.reset();
  if (origin_ && origin_->step > step) undone_ = std::exchange(origin_, {});
  history_.erase(history_.upper_bound(step), history_.end());
  if (history_.empty()) return;
  const Versions& last = history_.rbegin()->second;
  for (const int id : ids_) slots_[std::size_t(id)] = last[std::size_t(id)].back();
}

std::size_t ScalarState::state_bytes() const {
  std::size_t values = 0;
  for (const int id : ids_) values += std::size_t(lags_[std::size_t(id)]) + 1;
  return values * sizeof(double);
}

// The newest first.
std::vector<std::byte> ScalarState::state() const {
  std::vector<double> values;
  for (const int id : ids_) {
    values.push_back(latest(id));
    auto step = history_.rbegin();
    for (int n = 0; n < lags_[std::size_t(id)]; ++n) {
      if (step != history_.rend() && std::next(step) != history_.rend()) ++step;
      values.push_back(step == history_.rend() ? latest(id) : step->second[std::size_t(id)].back());
    }
  }
  std::vector<std::byte> bytes(state_bytes());
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

void ScalarState::restore(std::span<const std::byte> bytes, long step) {
  const std::byte* in = bytes.data();
  const auto next = [&in] {
    double value = 0;
    std::memcpy(&value, in, sizeof value);
    in += sizeof value;
    return value;
  };
  history_.clear();
  if (ids_.empty()) return;
  const int longest = *std::max_element(lags_.begin(), lags_.end());
  for (long n = std::max(0L, step - longest); n <= step; ++n) history_[n] = first_versions();
  for (const int id : ids_) {
    slots_[std::size_t(id)] = next();
    history_[step][std::size_t(id)] = {latest(id)};
    for (long n = 1; n <= lags_[std::size_t(id)]; ++n)
      history_[std::max(0L, step - n)][std::size_t(id)] = {next()};
  }
}

}  // namespace cardon
