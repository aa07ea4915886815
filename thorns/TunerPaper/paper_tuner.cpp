// SPDX-License-Identifier: Apache-2.0
#include "paper_tuner.hpp"

#include <algorithm>
#include <cardon/kit/grid/site_decomposition.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/program.hpp>

namespace cardon {

int widest_stencil(const Program& program, const Machine& machine) {
  const auto axis = std::size_t(chain_axis(machine, program.grid));
  int radius = 1;
  for (const Task& task : program.tasks)
    for (const Binding& binding : task.bindings)
      if (binding.reads) radius = std::max(radius, int(binding.radius[axis]));
  return radius;
}

Decision PaperTuner::start(const TunerSetup& setup) {
  const SectionValues& values = setup.parameters->section(section);
  const PaperRules rules{values.get(paper_same), values.get(paper_average),
                         values.get(paper_period)};
  const auto possible = [model = setup.model](const DriverSettings& settings,
                                              const MachineEstimate& machine) {
    return model->predict(settings, machine).has_value();
  };
  run_.emplace(rules, setup, widest_stencil(*setup.program, *setup.machine), possible);
  return run_->start();
}

Decision PaperTuner::decide(const TuningWindow& window) {
  if (!run_) throw Bug("a tuner was asked before it was started");
  return run_->decide(window);
}

}  // namespace cardon
