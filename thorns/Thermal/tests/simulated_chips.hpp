// SPDX-License-Identifier: Apache-2.0
// A machine of 32 chips with four cores each on a virtual clock, which runs an application without
// imbalance of its own (H. Menon, "Adaptive Load Balancing for HPC Applications", PhD dissertation,
// University of Illinois, 2016, section 8.5).
#pragma once
#include <cstdint>
#include <limits>

namespace cardon::thermal_experiment {

enum class Balancing {
  never,
  always,       ///< after every look at temperatures, at which all cores wait for each other
  when_it_pays  ///< BalancePeriod decides
};

struct Policy {
  /// s between looks at temperatures; infinite: frequencies are never limited.
  double period = std::numeric_limits<double>::infinity();
  Balancing balancing = Balancing::never;
  /// s over which frequencies are averaged that balancing goes by.
  double average = 20;
};

struct Application {
  double compute = 1;  ///< share of a step that gets longer with lower frequencies
};

struct Outcome {
  double seconds = 0;      ///< for what takes 1000 s without limits
  double hottest = 0;      ///< degC, of all chips after the first 120 s
  int balanced = 0;        ///< times
  double kilojoules = 0;   ///< of the machine
  double utilisation = 0;  ///< least mean of the cores over 20 s
};

Outcome run(const Policy& policy, const Application& application, std::uint32_t seed);

}  // namespace cardon::thermal_experiment
