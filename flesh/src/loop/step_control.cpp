// SPDX-License-Identifier: Apache-2.0
#include "loop/step_control.hpp"

#include <fmt/format.h>

#include <cstring>

#include "base/message_tags.hpp"
#include "cardon/kit/tuning/rank_report.hpp"
#include "cardon/services/timings.hpp"

namespace cardon {
namespace {

Agreement::Bytes bytes_of(const LimitAtPoint& found) {
  Agreement::Bytes bytes(sizeof found);
  std::memcpy(bytes.data(), &found, sizeof found);
  return bytes;
}

LimitAtPoint limit_of(const Agreement::Bytes& bytes) {
  LimitAtPoint found;
  std::memcpy(&found, bytes.data(), sizeof found);
  return found;
}

std::optional<Agreement::Bytes> smallest(const Agreement::Reports& reports, bool) {
  LimitAtPoint smallest;
  for (const auto& report : reports)
    if (const LimitAtPoint found = limit_of(report); found.precedes(smallest)) smallest = found;
  return bytes_of(smallest);
}

StorageAccess& storage_of(Driver& driver, const std::string& name) {
  if (StorageAccess* storage = offered_by<StorageAccess>(driver)) return *storage;
  throw Error(Problem{.slug = "time/adaptive-driver",
                      .message = "the driver " + name + " has no adaptive steps",
                      .notes = {"it gives no access to its blocks"},
                      .help = "take another driver, or leave out time.adaptive"});
}

}  // namespace

StepControl::StepControl(const CheckedRun& run, StepClock& clock, Driver& driver,
                         FieldAccess& fields, Transport& transport)
    : run_(run),
      clock_(clock),
      driver_(driver),
      fields_(fields),
      transport_(transport),
      limits_(run.program, *run.parameters, run.step_limits),
      copy_(run.program, storage_of(driver, run.driver_name), transport.rank()),
      agreement_(transport, message_tag::stepping, sizeof(LimitAtPoint), smallest) {}

bool StepControl::after_step(bool looked_at) {
  if (!clock_.running()) {
    start();
    return true;
  }
  progress();
  const StepRule& rule = clock_.rule();
  const auto governs = [&] {
    return clock_.pending() && clock_.iteration() == clock_.pending()->iteration + rule.lead;
  };
  if ((looked_at || governs()) && !settle()) return false;
  if (governs()) clock_.govern();
  if (clock_.iteration() % rule.every == 0 && !clock_.at_stop()) begin();
  if (governs() && settle()) clock_.govern();  // without lead
  return true;
}

/// The first steps have to wait for it.
void StepControl::start() {
  visit();
  const LimitAtPoint found = conclude();
  clock_.begin(found.limit);
}

void StepControl::begin() {
  clock_.evaluate();
  before_ = clock_.state();
  copy_.begin();
  visit();
}

void StepControl::visit() {
  evaluating_ = true;
  limits_.clear();
  blocks_left_ = 0;
  const Decomposition& decomposition = driver_.decomposition();
  for (std::size_t block = 0; block < decomposition.owned.size(); ++block)
    blocks_left_ += decomposition.rank_of_block[block] == transport_.rank() &&
                    !decomposition.owned[block].empty();
  fields_.visit_when_current([this, iteration = clock_.iteration(), time = clock_.time(),
                              copied = clock_.running()](const FieldAccess::BlockView& block) {
    const double start = seconds_now();
    limits_.look_at(block, iteration, time);
    if (copied) copy_.take(block);
    --blocks_left_;
    seconds_ += seconds_now() - start;
  });
  progress();
}

void StepControl::progress() {
  if (!evaluating_) return;
  if (!agreement_.is_open() && blocks_left_ == 0) agreement_.report(bytes_of(limits_.smallest()));
  agreement_.progress();
}

LimitAtPoint StepControl::conclude() {
  const double start = seconds_now(), measured = measured_seconds(driver_.timings());
  if (!agreement_.is_open()) driver_.finish();  // blocks that lag behind hold up the report
  progress();
  const LimitAtPoint found = limit_of(agreement_.conclude([this] { driver_.finish(); }));
  evaluating_ = false;
  seconds_ += seconds_now() - start - (measured_seconds(driver_.timings()) - measured);
  if (!found.is_valid()) refuse(found);
  return found;
}

bool StepControl::settle() {
  if (!evaluating_) return true;
  return clock_.confirm(conclude().limit) || reject();
}

bool StepControl::reject() {
  const bool taken = clock_.iteration() > before_.iteration;
  if (taken) {
    driver_.finish();
    copy_.restore(transport_);
  }
  clock_.reject(before_);
  return !taken;
}

void StepControl::close() {
  if (evaluating_ && !agreement_.is_open()) driver_.finish();
  progress();
  agreement_.close();
  evaluating_ = false;
}

void StepControl::refuse(const LimitAtPoint& found) const {
  const Grid& grid = run_.program.grid;
  std::string place;
  for (int d = 0; d < grid.dimensions; ++d)
    place +=
        fmt::format("{}{:.6g}", d ? ", " : "", grid.coordinate(d, found.place[std::size_t(d)]));
  const ScalarInfo& scalar = run_.program.scalars[std::size_t(found.scalar)];
  throw Error(
      Problem{.slug = "time/step-limit",
              .message = fmt::format("{} limits the step to {}, it must be above 0",
                                     scalar.full_name(), found.limit),
              .notes = {fmt::format("at x = ({}) m, by the fields of iteration {}", place,
                                    clock_.running() ? before_.iteration : clock_.iteration())},
              .help = "look at the fields there: a smaller time.courant, time.adaptive.safety or "
                      "time.adaptive.every may keep the run stable; if they are sound, correct the "
                      "task that reduces the scalar"},
      exit_health);
}

}  // namespace cardon
