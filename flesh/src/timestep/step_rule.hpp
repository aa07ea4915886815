// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/types.hpp>
#include <limits>
#include <string>

namespace cardon {

/// How the length of steps follows the fields: the section time.adaptive. All of it is physics: it
/// decides about bits of the answer, and nothing of the machine does.
struct StepRule {
  /// What the step follows.
  enum class By { none, limits, errors };
  By by = By::none;
  long every = 24;     ///< steps between evaluations of the limits, at most
  long shortest = 8;   ///< at the start and after a rejection: steps between them, by errors `lead`
  long lead = 24;      ///< steps from an evaluation to the first one that it governs, at most
  Real courant = 0.5;  ///< times the limits of the thorns: the longest step allowed
  Real safety = 0.9;   ///< share of the longest step allowed that is aimed at
  Real growth = 1.1;   ///< a step is at most so many times the one before
  Real first = 0.2;    ///< first step, in units of the one aimed at
  Real min_step = 0;   ///< the run ends where a shorter one would be needed
  Real max_step = std::numeric_limits<Real>::infinity();
  /// By errors: those of a step are at most absolute + tolerance |u| for each value u.
  Real tolerance = 1e-6, absolute = 1e-9;
  std::string time_unit = " s";  ///< as it follows a number
  int estimate_order = 0;  ///< of the less accurate method: errors fall with this power plus 1

  bool by_errors() const { return by == By::errors; }

  bool adaptive() const { return by != By::none; }
};

}  // namespace cardon
