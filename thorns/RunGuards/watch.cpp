// SPDX-License-Identifier: Apache-2.0
#include "watch.hpp"

#include <limits>

namespace cardon {

void Watch::open(const StepSetup& setup) {
  driver_ = &setup.driver;
  transport_ = &setup.transport;
  setup_.tag = setup.tag;
  setup_.started = setup.wall.started;
  setup_.wall = setup.wall.limit;
  setup_.checkpoint_wall = setup.wall.checkpoint;
  setup_.first = setup.first_iteration;
  setup_.last = setup.adaptive ? std::numeric_limits<long>::max() : setup.last_iteration;
}

void Watch::record_in(const std::filesystem::path& run_folder) {
  setup_.stop_file = run_folder / "stop";
  watch_.emplace(*transport_, setup_);
}

StepOrder Watch::after_step(const StepView& step) {
  if (!watch_) return {};
  const RunWatch::Order order =
      watch_->after_step(step.steps_taken(), {step.signal, step.output_failed, step.checkpoint},
                         [this] { driver_->finish(); });
  return {.stop = order.stop, .checkpoint = order.checkpoint};
}

void Watch::conclude() {
  if (watch_) watch_->close();
}

}  // namespace cardon
