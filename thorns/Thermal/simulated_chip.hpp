// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "chip.hpp"
#include "chip_model.hpp"

namespace cardon {

/// A chip that computes what one rank computes: it is busy as long as the rank is, and its
/// frequency limit slows the rank down. Begins at room temperature.
class SimulatedChip final : public Chip {
 public:
  /// How long the rank has computed, and how much time has passed, in s from any moment.
  struct Load {
    double busy = 0, passed = 0;
  };
  /// The rank is to compute at this share of its speed; false: that is not possible.
  using SlowDown = std::function<bool(double share)>;

  SimulatedChip(const ChipModel& model, std::function<Load()> load, SlowDown slow_down);
  /// One sensor, for the mean load since the last call.
  std::vector<double> temperatures() override;
  const std::vector<double>& frequencies() const override { return frequencies_; }
  bool limit_to(std::size_t step) override;
  /// By the model, up to the last temperature.
  std::optional<double> energy() override { return joules_; }

 private:
  ChipModel model_;
  std::function<Load()> load_;
  SlowDown slow_down_;
  std::vector<double> frequencies_;
  std::size_t step_ = ChipModel::frequencies - 1;
  Load before_;
  double temperature_, joules_ = 0;
};

}  // namespace cardon
