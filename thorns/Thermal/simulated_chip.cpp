// SPDX-License-Identifier: Apache-2.0
#include "simulated_chip.hpp"

#include <algorithm>
#include <utility>

namespace cardon {

SimulatedChip::SimulatedChip(const ChipModel& model, std::function<Load()> load, SlowDown slow_down)
    : model_(model),
      load_(std::move(load)),
      slow_down_(std::move(slow_down)),
      before_(load_()),
      temperature_(model.room) {
  for (std::size_t step = 0; step < ChipModel::frequencies; ++step)
    frequencies_.push_back(ChipModel::frequency(step));
}

std::vector<double> SimulatedChip::temperatures() {
  const Load now = load_();
  const double seconds = now.passed - before_.passed;
  if (seconds > 0) {
    const double utilisation = std::clamp((now.busy - before_.busy) / seconds, 0.0, 1.0);
    const double watts = ChipModel::watts(utilisation, ChipModel::share(step_));
    temperature_ = model_.after(seconds, watts, temperature_);
    joules_ += watts * seconds;
    before_ = now;
  }
  return {temperature_};
}

bool SimulatedChip::limit_to(std::size_t step) {
  if (!slow_down_(ChipModel::share(step))) return false;
  step_ = step;
  return true;
}

}  // namespace cardon
