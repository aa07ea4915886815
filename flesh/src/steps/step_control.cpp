// SPDX-License-Identifier: Apache-2.0
#include "steps/step_control.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/background_progress.hpp>
#include <cardon/kit/fields_not_finite.hpp>
#include <cardon/kit/message_tags.hpp>
#include <cardon/kit/tuning/rank_report.hpp>
#include <cardon/services/timings.hpp>
#include <cmath>
#include <cstring>
#include <utility>

#include "scalars/unfit_scalar.hpp"

namespace cardon {
namespace {

/// What a rank, or all of them, found.
struct Finding {
  LimitAtPoint limit;
  std::uint64_t reduced = 0;  // as StepLimits::reduced()
  Real error = 0;             // the largest, in units of what is allowed
};

Agreement::Bytes bytes_of(const Finding& found) {
  Agreement::Bytes bytes(sizeof found);
  std::memcpy(bytes.data(), &found, sizeof found);
  return bytes;
}

Finding finding_of(const Agreement::Bytes& bytes) {
  Finding found;
  std::memcpy(&found, bytes.data(), sizeof found);
  return found;
}

std::optional<Agreement::Bytes> of_all(const Agreement::Reports& reports, bool) {
  Finding all;
  for (const auto& report : reports) {
    const Finding found = finding_of(report);
    if (found.limit.precedes(all.limit)) all.limit = found.limit;
    all.reduced |= found.reduced;
    all.error = std::max(all.error, found.error);
  }
  return bytes_of(all);
}

StorageAccess& storage_of(Driver& driver, const std::string& name) {
  if (StorageAccess* storage = offered_by<StorageAccess>(driver)) return *storage;
  throw Error(Problem{.slug = "time/adaptive-driver",
                      .message = "the driver " + name + " has no adaptive steps",
                      .notes = {"it gives no access to its blocks"},
                      .help = "choose another driver, or leave out time.adaptive"});
}

}  // namespace

StepControl::StepControl(const CheckedRun& run, StepClock& clock, Driver& driver,
                         FieldAccess& fields, Transport& transport, const ScalarReductions& scalars,
                         const ScalarState& state)
    : run_(run),
      clock_(clock),
      driver_(driver),
      fields_(fields),
      transport_(transport),
      limits_(run.program, *run.parameters, run.step_limits, scalars),
      errors_(run.program, clock.rule(), state),
      copy_(run.program, storage_of(driver, run.driver_name), transport.rank()),
      agreement_(transport, message_tag::stepping, sizeof(Finding), of_all) {
  if (auto* background = offered_by<BackgroundProgress>(driver))
    polls_ = background->poll_between_pieces([this] {
      progress();
      return evaluating_ && transport_.rank() == 0;
    });
  // A checkpoint where an evaluation waits for its step: the copy is not part of it.
  if (clock_.running() && clock_.pending() && !clock_.pending()->limit) begin();
}

bool StepControl::after_step(bool looked_at) {
  if (!clock_.running()) {
    start();
    return true;
  }
  if (std::exchange(awaits_step_, false)) visit(true, false);
  progress();
  const double before = seconds_;
  if ((looked_at || clock_.governs()) && !settle()) return false;
  if (!looked_at) late_ += seconds_ - before;
  if (clock_.governs()) clock_.govern();
  if (clock_.evaluation_due() && !clock_.at_stop()) begin();
  const double without_lead = seconds_;
  if (clock_.governs() && settle()) clock_.govern();
  if (!looked_at) late_ += seconds_ - without_lead;
  return true;
}

/// The first steps have to wait for it.
void StepControl::start() {
  visit(true, false);
  const Real limit = conclude().limit;
  if (!clock_.rule().by_errors()) return clock_.begin(limit);
  // No error is known yet: what time.step or the limits say.
  clock_.begin(std::min(limit, run_.program.dt / clock_.rule().courant));
  begin();
}

void StepControl::begin() {
  clock_.evaluate();
  before_ = clock_.state();
  copy_.begin();
  awaits_step_ = clock_.rule().by_errors();
  visit(!awaits_step_, true);
}

void StepControl::visit(bool looks, bool copies) {
  if (looks) {
    evaluating_ = true;
    limits_.clear();
    errors_.begin();
    judged_dt_ = clock_.dt();
    blocks_left_ = 0;
  }
  const Decomposition& decomposition = driver_.decomposition();
  for (std::size_t block = 0; looks && block < decomposition.owned.size(); ++block)
    blocks_left_ += decomposition.rank_of_block[block] == transport_.rank() &&
                    !decomposition.owned[block].empty();
  fields_.visit_when_current([this, looks, copies, iteration = clock_.iteration(),
                              time = clock_.time()](const FieldAccess::BlockView& block) {
    const double start = seconds_now();
    if (looks) {
      limits_.look_at(block, iteration, time);
      if (clock_.rule().by_errors() && clock_.running()) errors_.look_at(block);
      --blocks_left_;
    }
    if (copies) copy_.take(block);
    seconds_ += seconds_now() - start;
  });
  progress();
}

void StepControl::progress() {
  if (!evaluating_) return;
  if (!agreement_.is_open() && blocks_left_ == 0)
    agreement_.report(bytes_of({limits_.smallest(), limits_.reduced(), errors_.largest()}));
  agreement_.progress();
}

LimitAtPoint StepControl::conclude() {
  const double start = seconds_now(), measured = measured_seconds(driver_.timings());
  if (!agreement_.is_open()) driver_.finish();  // blocks that lag behind hold up the report
  progress();
  const Finding all = finding_of(agreement_.conclude([this] { driver_.finish(); }));
  const LimitAtPoint found = all.limit;
  evaluating_ = false;
  seconds_ += seconds_now() - start - (measured_seconds(driver_.timings()) - measured);
  if (!found.is_valid()) refuse(found);
  if (!clock_.rule().by_errors()) require_step(found.limit, all.reduced);
  if (clock_.rule().by_errors() && clock_.running()) {
    const Real longest = StepErrors::longest_step(clock_.rule(), judged_dt_, all.error);
    by_error_ = {longest, longest < StepErrors::max_growth * judged_dt_, std::isfinite(all.error)};
  }
  return found;
}

bool StepControl::settle() {
  if (!evaluating_) return true;
  const Real limit = conclude().limit;
  return clock_.confirm(limit, by_error_) || reject();
}

// An error is known after its step only; limits are known as soon as all ranks have looked.
void StepControl::look_again() {
  if (clock_.rule().by_errors() || !clock_.running() || clock_.at_stop()) return;
  begin();
  settle();
  if (clock_.pending()) clock_.govern();
}

bool StepControl::reject() {
  const bool taken = clock_.iteration() > before_.iteration;
  if (taken) {
    driver_.finish();
    copy_.restore(transport_);
  }
  clock_.reject(before_);
  if (taken && clock_.rule().by_errors()) begin();  // the repeated step is judged, too
  return !taken;
}

void StepControl::close() {
  if (evaluating_ && !agreement_.is_open()) driver_.finish();
  progress();
  agreement_.close();
  evaluating_ = false;
}

/// Names the limits that were left out where no step follows from the others.
void StepControl::require_step(Real limit, std::uint64_t reduced) const {
  if (clock_.limits_step(limit)) return;
  Problem problem = clock_.without_limit();
  for (std::size_t n = run_.step_limits.size(); n-- > 0;) {
    if (n >= 64 || (reduced >> n & 1) != 0) continue;
    const UnfitScalar unfit = without_values(run_.program, run_.step_limits[n]);
    problem.notes.insert(problem.notes.begin(), unfit.cause);
    problem.help = unfit.help + ", or set time.adaptive.max_step";
  }
  throw Error(std::move(problem));
}

void StepControl::refuse(const LimitAtPoint& found) const {
  const Grid& grid = run_.program.grid;
  std::string position;
  for (int d = 0; d < grid.dimensions; ++d)
    position +=
        fmt::format("{}{:.6g}", d ? ", " : "", grid.coordinate(d, found.position[std::size_t(d)]));
  const long iteration = clock_.running() ? before_.iteration : clock_.iteration();
  Problem problem{
      .slug = "time/step-limit",
      .message =
          fmt::format("{} limits the step to {}, but the limit must be above 0",
                      run_.program.scalars[std::size_t(found.scalar)].full_name(), found.limit),
      .notes = {fmt::format("at x = ({}){}, by the fields of iteration {}", position,
                            grid.after_length(), iteration)},
      .help = clock_.running() ? "inspect the fields there: a smaller time.courant, "
                                 "time.adaptive.safety or time.adaptive.every may keep the run "
                                 "stable; if they are valid, correct the task that reduces the "
                                 "scalar"
                               : "inspect the initial data there; if they are valid, correct the "
                                 "task that reduces the scalar"};
  // The fields may have been NaN, or infinite, before the check that looks for that.
  if (!(found.limit < 0)) throw FieldsNotFinite(std::move(problem), iteration, true);
  throw Error(std::move(problem), exit_health);
}

}  // namespace cardon
