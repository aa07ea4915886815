// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "figures.hpp"

namespace cardon::performance {

/// Everything that one call of the program measured.
struct Report {
  std::optional<MemoryFigures> memory;
  std::vector<KernelFigures> kernels;
  std::vector<EinsteinFigures> einstein;
  std::vector<OverheadFigures> overhead;
  std::optional<RadiativeFigures> radiative;
  std::optional<HealthFigures> health;
};

/// Tables for people.
std::string text(const Report& report);
nlohmann::json json(const Report& report);
/// What is so far off that something must be broken, one line each. Limits are wide enough for a
/// machine that does other things as well; only the one for memory, which is not timed, is the goal
/// itself.
std::vector<std::string> failures(const Report& report);

}  // namespace cardon::performance
