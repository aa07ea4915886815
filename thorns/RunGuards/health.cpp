// SPDX-License-Identifier: Apache-2.0
#include "health.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/fields_not_finite.hpp>
#include <cardon/kit/finite.hpp>
#include <cardon/kit/grid/task_failures.hpp>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <cstring>
#include <utility>

namespace cardon {

namespace {

// A message holds at most one finding, as its bytes.
template <class T>
std::vector<std::byte> bytes_of(const std::optional<T>& value) {
  std::vector<std::byte> bytes(1 + (value ? sizeof(T) : 0));
  if (value) std::memcpy(bytes.data() + 1, &*value, sizeof(T));
  return bytes;
}

template <class T>
std::optional<T> value_of(std::span<const std::byte> bytes) {
  if (bytes.size() != 1 + sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + 1, sizeof(T));
  return value;
}

long blocks_of(const Decomposition& decomposition, int rank) {
  long blocks = 0;
  for (std::size_t block = 0; block < decomposition.owned.size(); ++block)
    blocks += decomposition.rank_of_block[block] == rank && !decomposition.owned[block].empty();
  return blocks;
}

}  // namespace

void Health::open(const StepSetup& setup) {
  program_ = &setup.program;
  driver_ = &setup.driver;
  access_ = &setup.fields;
  rank_ = setup.transport.rank();
  failures_ = setup.failures;
  for (const GridFunction& f : program_->fields)
    if (!f.internal && f.role == Role::evolved) fields_.push_back(f.id);
  set_every(setup.parameters.get("health", every));
  agreement_.emplace(
      setup.transport, setup.tag, 1 + sizeof(Finding),
      [this](const Agreement::Reports& reports, bool) { return bytes_of(first_of_all(reports)); });
}

bool Health::due(const StepView& step) const {
  return every_ != 0 && (step.last || step.iteration % every_ == 0);
}

bool Health::idle(const StepView& step) const {
  const bool quiet = !check_ || (agreement_->is_open() && !agreement_->needs_progress());
  return quiet && step.rejected == rejected_ && !due(step);
}

StepOrder Health::after_step(const StepView& step) {
  if (step.rejected != rejected_) conclude();  // the check was about steps that are void
  rejected_ = step.rejected;
  progress();
  last_good_ = std::min(last_good_, step.iteration - 1);
  dt_ = step.dt;
  if (!due(step)) return {};
  begin(step.iteration, step.time);
  if (step.iteration == 0 || step.last) settle();
  return {};
}

void Health::steered(const SteeredRun& run) { set_every(run.parameters.get("health", every)); }

void Health::set_every(long every) {
  every_ = every;
  if (failures_ != nullptr) failures_->await_checks(every > 0 && !fields_.empty());
}

std::string Health::before_checkpoint(const StepView& step) {
  if (every_ == 0) return {};
  begin(step.iteration, step.time);
  settle();
  return {};
}

void Health::begin(long iteration, Real time) {
  settle();
  if (fields_.empty()) return;
  check_ = Check{.iteration = iteration, .time = time};
  check_->blocks_left = blocks_of(driver_->decomposition(), rank_);
  access_->visit_when_current([this](const FieldAccess::BlockView& block) { look_at(block); });
  progress();
}

void Health::look_at(const FieldAccess::BlockView& block) {
  std::optional<Finding>& mine = check_->mine;
  for (const int field : fields_) {
    if (mine && mine->field < field) break;
    const FieldPiece piece = block(field);
    const Real* corner = piece.row(piece.box.lo[1], piece.box.lo[2]) + piece.box.lo[0];
    const auto found = find_not_finite(corner, piece.box, piece.sy, piece.sz);
    if (!found) continue;
    if (!mine || field < mine->field || precedes(found->index, mine->index))
      mine = Finding{field, rank_, found->index, found->value};
    break;
  }
  --check_->blocks_left;
}

void Health::progress() {
  if (!check_) return;
  if (!agreement_->is_open() && check_->blocks_left == 0)
    agreement_->report(bytes_of(check_->mine));
  agreement_->progress();
}

std::optional<Health::Finding> Health::first_of_all(const Agreement::Reports& reports) const {
  std::optional<Finding> first;
  for (const Agreement::Bytes& report : reports) {
    const auto f = value_of<Finding>(report);
    if (f && (!first || f->field < first->field ||
              (f->field == first->field && precedes(f->index, first->index))))
      first = f;
  }
  return first;
}

std::optional<Health::Finding> Health::verdict() {
  if (!agreement_->is_open())
    driver_->finish();  // blocks that lag behind hold up this rank's report
  progress();
  return value_of<Finding>(agreement_->conclude([this] { driver_->finish(); }));
}

void Health::settle() {
  if (!check_) return;
  const auto finding = verdict();
  const Check check = *std::exchange(check_, {});
  if (finding) {
    agreement_->close();
    stop(*finding, check.iteration, check.time);
  }
  last_good_ = check.iteration;
  if (failures_ != nullptr) failures_->found_finite(check.iteration);
}

void Health::conclude() {
  if (!check_) return;
  verdict();
  check_.reset();
  agreement_->close();
}

/// The last task of the step (of the initial tasks at iteration 0) that writes the point: on
/// boundary points that is a boundary task.
const Task* Health::last_writer(const Finding& finding, long iteration) const {
  const bool inside = program_->grid.interior().contains(finding.index);
  const Task* writer = nullptr;
  for (int id : iteration == 0 ? program_->initial : program_->step) {
    const Task& task = program_->tasks[std::size_t(id)];
    if (task.kind == Task::boundary) {
      const auto& fields = task.fields;
      if (!inside && std::find(fields.begin(), fields.end(), finding.field) != fields.end())
        writer = &task;
      continue;
    }
    if (!points_of(program_->grid, task.region).contains(finding.index)) continue;
    for (const Binding& b : task.bindings)
      if (b.writes && b.field == finding.field && b.level <= 0) writer = &task;
  }
  return writer;
}

void Health::stop(const Finding& finding, long iteration, Real time) const {
  const GridFunction& f = program_->fields[std::size_t(finding.field)];
  const Grid& g = program_->grid;
  std::string index, position;
  for (int d = 0; d < g.dimensions; ++d) {
    const int i = finding.index[std::size_t(d)];
    index += fmt::format("{}{}", d ? ", " : "", i);
    position += fmt::format("{}{:.6g}", d ? ", " : "", g.coordinate(d, i));
  }
  const Task* writer = last_writer(finding, iteration);
  Problem p;
  p.slug = "health/not-finite";
  p.message = fmt::format("{} in {} at iteration {}, time {:.6g}{}",
                          std::isnan(finding.value) ? "NaN" : "infinity", f.full_name(), iteration,
                          time, g.after_time());
  p.notes = {fmt::format("first at    point ({}), x = ({}){}, rank {}", index, position,
                         g.after_length(), finding.rank),
             fmt::format("written by  {}", writer ? writer->name : "no task of this step"),
             last_good_ < 0 ? std::string("no earlier check found all fields finite")
                            : fmt::format("last good   iteration {}", last_good_)};
  if (iteration == 0)
    p.help = "inspect the initial data";
  else if (writer && writer->kind == Task::boundary)
    p.help =
        "inspect the neighbouring points from which it is computed, and the values given with "
        "grid.boundary; health.every: 1 finds the first bad step";
  else
    p.help = fmt::format(
        "a smaller time.courant (the step was {:.6g}{}); health.every: 1 finds the first bad step; "
        "cardon check finds tasks that write less than they declare",
        dt_ > 0 ? dt_ : program_->dt, g.after_time());
  throw FieldsNotFinite(p, iteration);
}

}  // namespace cardon
