// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/driver.hpp>
#include <cardon/tuning/cost_model.hpp>

#include "plain_event_simulator.hpp"

namespace cardon::unigrid {

/// How a run of the plain driver would go.
struct ModelPlan {
  std::shared_ptr<const Layout> layout;
  int depth = 0;         ///< ghost layers in use
  int stored_depth = 0;  ///< for which there is memory
  bool tiles = false;    ///< as the driver would begin, without having timed anything
};

/// Walks all ranks of UnigridDriver in virtual time. Settings can change nothing but whether
/// computing overlaps with messages. Links between sites delay messages between their ranks; the
/// driver has no other way with them.
class UnigridCostModel : public CostModel {
 public:
  /// The program and the machine of `setup` are referred to.
  UnigridCostModel(const DriverSetup& setup, ModelPlan plan, bool together);

  std::optional<Prediction> predict(const DriverSettings& settings,
                                    const MachineEstimate& machine) const override;
  double moving_seconds(const DriverSettings&, const DriverSettings&,
                        const MachineEstimate&) const override {
    return 0;
  }
  const Program& program() const override { return *setup_.program; }
  int axis() const override { return axis_; }

  /// What it walks through.
  const VirtualSetup& setup() const { return setup_; }

 private:
  std::size_t memory() const;

  VirtualSetup setup_;
  int stored_depth_;
  int axis_;
  bool together_;
};

}  // namespace cardon::unigrid
