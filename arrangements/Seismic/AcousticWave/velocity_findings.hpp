// SPDX-License-Identifier: Apache-2.0
// What is wrong with the velocity that a formula gives.
#pragma once
#include <cardon/thorn.hpp>
#include <mutex>
#include <optional>
#include <string>

namespace acoustic {

using namespace cardon;

[[noreturn]] inline void refuse(std::string slug, std::string message, std::string help) {
  Problem problem;
  problem.slug = std::move(slug);
  problem.message = std::move(message);
  problem.help = std::move(help);
  throw Error(std::move(problem));
}

/// What is wrong with the formula, from any thread.
struct VelocityFindings {
  std::mutex finding;
  bool changes = false;
  std::optional<Real> wrong;
};

inline void refuse_velocity(const VelocityFindings& findings, Real fastest) {
  if (findings.changes)
    refuse("acoustic/velocity", "AcousticWave::profile changes with time, the medium does not",
           "leave t out of the formula");
  if (findings.wrong)
    refuse("acoustic/velocity",
           "AcousticWave::profile gives the wave speed " + text_of(*findings.wrong) +
               " m/s, AcousticWave::fastest is " + text_of(fastest) + " m/s",
           "let profile be above 0 and at most fastest everywhere on the grid");
}

}  // namespace acoustic
