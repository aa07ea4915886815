// SPDX-License-Identifier: Apache-2.0
// What a simulation does so that another one can continue from it.
#include <utility>

#include "loop/require_storage.hpp"
#include "loop/simulation.hpp"
#include "restart/restore.hpp"

namespace cardon {

void Simulation::restart_from_checkpoint() {
  const auto restore_scalars = [this](std::span<const std::byte> state, long iteration) {
    scalars_.restore(state, placed_.transport->rank() == 0, iteration);
  };
  StorageAccess& storage = require_storage(offered_by<StorageAccess>(*driver_), setup_.driver_name);
  restored_ = restore(*setup_.restart,
                      {.program = setup_.program,
                       .parameters = *setup_.parameters,
                       .last_iteration = setup_.last_iteration,
                       .machine = placed_.machine,
                       .transport = *placed_.transport,
                       .storage = storage,
                       .scalar_bytes = scalars_.state_bytes(),
                       .restore_scalars = restore_scalars},
                      warnings_);
  const CheckpointManifest& manifest = restored_->manifest;
  first_ = iteration_ = manifest.iteration;
  if (manifest.clock)
    step_clock_.restore(*manifest.clock);
  else
    step_clock_.restore({first_, manifest.time}, manifest.anchor);
  before_evolution_ = driver_->timings();
  if (first_ == setup_.restart->manifest.iteration || step_clock_.adaptive()) return;
  // An older checkpoint than the one that startup saw.
  std::vector<Problem> reported_before;
  course_ = course_of(setup_, *setup_.parameters, step_clock_, reported_before);
  sequence_.change(course_.max_iterations, course_.outputs);
}

EarlierRun Simulation::earlier_run() const {
  if (!restored_) return {};
  const auto warn = [&warnings = warnings_](const Problem& p) { warnings.add(p); };
  return {restored_->run, first_, warn, restored_->tables};
}

void Simulation::open_checkpoints(const RunFolder& folder, const std::string& provenance,
                                  std::function<bool(Problem&)> has_room) {
  services_->record_in(folder.path());
  checkpoints_.open(folder.path(), provenance, folder.shared(), first_, std::move(has_room));
}

/// False: there was nothing to do.
bool Simulation::keep() {
  if (!wants_checkpoint()) return checkpoints_.poll();
  save_checkpoint();
  return true;
}

bool Simulation::wants_checkpoint() {
  return !observer_ && checkpoints_.is_due({.iteration = iteration_,
                                            .repeated = went_back_,
                                            .asked = order_.checkpoint,
                                            .stopped = !stopped_.empty(),
                                            .last = done()});
}

// Fields that are not numbers get into no checkpoint: a service throws before.
void Simulation::save_checkpoint() {
  driver_->finish();
  if (steps_ && !steps_->settle()) go_back();
  step_scalars_.settle();
  const nlohmann::json states = services_->before_checkpoint(view());
  failures_.throw_unexplained();
  outputs_.settle();
  outputs_.check_tables();
  checkpoints_.save(iteration_, course_.longest_dt, states, outputs_.tables());
  kept_ = iteration_;
}

}  // namespace cardon
