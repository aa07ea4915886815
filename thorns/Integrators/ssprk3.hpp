// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/integrator.hpp>

namespace cardon::integrators {

/// Strong-stability-preserving Runge-Kutta (Shu and Osher, J. Comput. Phys. 77, 1988): order 3, one
/// register.
class SspRk3 : public Integrator {
 public:
  std::vector<Stage> stages(const ParameterSet& parameters) const override;
  int order() const override { return 3; }
};

}  // namespace cardon::integrators
