// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "hand_written.hpp"
#include "rounds.hpp"

namespace cardon::performance {

/// Framework against hand-written loops on one problem.
struct KernelFigures {
  std::string problem;
  int points = 0, ranks = 1;
  std::size_t rounds = 0;
  Spread framework, plain, prefetching;  ///< million points per second, all ranks
  Spread of_plain,
      of_prefetching;  ///< speed of the framework / speed of the hand-written loop, same round
  Spread triad;        ///< GB/s, all ranks, in the same rounds
};
/// `more` are further `key=value` arguments for the framework. Throws std::runtime_error if the
/// framework and the hand-written loops do not agree to the bit.
KernelFigures kernel_figures(const World& world, Physics physics, int points, double seconds,
                             const std::vector<std::string>& more);

/// One task of the right-hand side of EinsteinVacuum, or all of them.
struct EinsteinRow {
  std::string task;
  double flops = 0;                     ///< per point, as the thorn declares them
  Spread framework, plain, contracted;  ///< nanoseconds per point
  Spread of_plain;        ///< speed of the framework / speed of the plain loop, same round
  Spread by_contraction;  ///< speed of the plain loop with contraction / without
};
struct EinsteinFigures {
  int points = 0;
  std::size_t rounds = 0;
  std::vector<EinsteinRow> rows;  ///< the last one for all
};
/// The right-hand side of order 4 on one rank, in a periodic cube. Throws std::runtime_error if the
/// framework and the plain loops do not agree to the bit.
EinsteinFigures einstein_figures(int points, double seconds);

/// What a framework costs where there is nearly nothing to compute.
struct OverheadFigures {
  std::string problem;
  double microseconds_per_step = 0, calls_per_step = 0;
  double kernel_microseconds = 0;  ///< the hand-written step; 0 if there is none
  double microseconds_per_call() const {
    return (microseconds_per_step - kernel_microseconds) / calls_per_step;
  }
};
std::vector<OverheadFigures> overhead_figures(const World& world, double seconds);

/// The radiative boundary on all faces.
struct RadiativeFigures {
  int points = 0;
  double share = 0;  ///< of the step spent in filling faces, by the driver's clock
  Spread extra;      ///< seconds of a step / seconds of a step whose faces are left alone - 1
};
RadiativeFigures radiative_figures(const World& world, int points, double seconds);

/// Memory of a run of WaveToy in units of one array of doubles over all points.
struct MemoryFigures {
  int points = 0;
  double arrays =
      0;  ///< most that was resident during steps, less what was before the driver was set up
};
MemoryFigures memory_figures(const World& world, int points);

/// The cost of the health check at its default cadence: seconds of a step with it / without - 1.
struct HealthFigures {
  int points = 0;
  Spread extra;
};
HealthFigures health_figures(const World& world, int points, double seconds);

}  // namespace cardon::performance
