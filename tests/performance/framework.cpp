// SPDX-License-Identifier: Apache-2.0
#include "framework.hpp"

#include "memory_use.hpp"

namespace cardon::performance {

std::shared_ptr<const CheckedRun> Framework::read(std::vector<std::string> arguments) {
  InputOptions input;
  input.overrides = {"time.stop.iterations=1000000000", "health.every=0"};
  input.overrides.insert(input.overrides.end(), arguments.begin(), arguments.end());
  OpenedThorns opened;
  Warnings unsaid;
  return check_run(input, opened, unsaid);
}

Framework::Framework(std::shared_ptr<const CheckedRun> setup)
    : setup_(std::move(setup)),
      placed_{*setup_, {}, make_transport(setup_->library.catalogue)},
      bytes_before_(resident_bytes()) {
  simulation_ = std::make_unique<Simulation>(placed_, warnings_);
  simulation_->step();
}

FieldPiece Framework::field(const std::string& full_name, int level) const {
  for (const GridFunction& f : setup_->program.fields)
    if (f.full_name() == full_name) return simulation_->fields().view(f.id, level).pieces.at(0);
  throw Bug("there is no field " + full_name);
}

long task_calls(const Timings& timings) {
  long calls = 0;
  for (const TaskTimings& task : timings.tasks) calls += task.calls;
  return calls;
}

double boundary_seconds(const Timings& timings) {
  double seconds = 0;
  for (const TaskTimings& task : timings.tasks) seconds += task.boundary;
  return seconds;
}

}  // namespace cardon::performance
