// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/integrator.hpp>
#include <cardon/thorn/parameter.hpp>

namespace cardon::integrators {

inline constexpr Parameter icn_iterations{
    "iterations", 2, "Corrections after the first guess; more than 2 have no benefit",
    between(1, 100)};

/// Iterative Crank-Nicholson (Teukolsky, Phys. Rev. D 61, 087501, 2000): a forward Euler guess,
/// then `iterations` corrections with right-hand sides of the mean of old state and last guess, so
/// iterations + 1 right-hand sides; order 2, one register. With the mean kept instead of the guess,
/// every stage but the last is a half step from the old state.
class Icn : public Integrator {
 public:
  static constexpr const char* section = "time.icn";
  std::vector<Stage> stages(const ParameterSet& parameters) const override;
  int order() const override { return 2; }
  /// The stages for a number of corrections.
  static std::vector<Stage> table(int iterations);
};

}  // namespace cardon::integrators
