// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/integrator.hpp>

namespace cardon::integrators {

/// Midpoint rule (Runge 1895): order 2, one register for the old state.
class Rk2 : public Integrator {
 public:
  std::vector<Stage> stages(const ParameterSet& parameters) const override;
  int order() const override { return 2; }
};

}  // namespace cardon::integrators
