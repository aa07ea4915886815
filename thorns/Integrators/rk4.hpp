// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/integrator.hpp>

namespace cardon::integrators {

/// Classical Runge-Kutta (Kutta 1901): order 4, two registers: the old state, and the sum that
/// becomes the new one.
class Rk4 : public Integrator {
 public:
  std::vector<Stage> stages(const ParameterSet& parameters) const override;
  int order() const override { return 4; }
};

}  // namespace cardon::integrators
