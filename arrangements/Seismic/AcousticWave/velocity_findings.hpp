// SPDX-License-Identifier: Apache-2.0
// What is wrong with the velocity that a formula gives.
#pragma once
#include <cardon/thorn.hpp>
#include <mutex>
#include <optional>
#include <string>

namespace acoustic {

using namespace cardon;

/// What is wrong with the formula, from any thread.
struct VelocityFindings {
  std::mutex finding;
  bool changes = false;
  std::optional<Real> wrong;
};

/// Throws Error acoustic/velocity if there is something.
inline void refuse_velocity(const Block& block, const VelocityFindings& findings,
                            const Expression& profile, Real fastest) {
  if (findings.changes)
    refuse(block, profile, "acoustic/velocity",
           "AcousticWave::profile changes with time, the medium does not",
           "leave t out of the formula");
  if (findings.wrong)
    refuse(block, profile, "acoustic/velocity",
           "AcousticWave::profile gives the wave speed " + text_of(*findings.wrong) +
               " m/s, AcousticWave::fastest is " + text_of(fastest) + " m/s",
           "let profile be above 0 and at most fastest everywhere on the grid");
}

}  // namespace acoustic
