// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/cost_model.hpp>
#include <memory>

namespace cardon {

struct DriverSetup;

/// A driver that can predict its own time, as tuners, `cardon predict` and `cardon simulate` need
/// it. Every driver that is Tunable is. The driver need not be set up, and stays as it is.
class Predictable {
 public:
  virtual ~Predictable() = default;
  /// Makes a model for the program, the machine and the parameters of `setup`; the program is
  /// referred to, and the machine must be given. The parameters may be those of another driver that
  /// has no model.
  virtual std::unique_ptr<CostModel> cost_model(const DriverSetup& setup,
                                                const ModelOptions& options) const = 0;
};

}  // namespace cardon
