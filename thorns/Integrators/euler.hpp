// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/integrator.hpp>

namespace cardon::integrators {

/// Forward Euler: order 1, no extra register.
class Euler : public Integrator {
 public:
  std::vector<Stage> stages(const ParameterSet& parameters) const override;
  int order() const override { return 1; }
};

}  // namespace cardon::integrators
