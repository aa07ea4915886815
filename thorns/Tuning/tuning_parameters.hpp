// SPDX-License-Identifier: Apache-2.0
// The parameters of automatic tuning, section `tuning`.
#pragma once
#include <cardon/service.hpp>
#include <cardon/services/tuner.hpp>

namespace cardon::tuning_parameters {

inline constexpr const char* section = "tuning";

/// The standard tuner unless the user names another one.
inline ParameterDeclaration tuner() {
  constexpr Parameter tuner{"tuner", "", "Tuner for driver parameters set to auto, or none"};
  return declare(tuner.steerable()).names_service(role_name<Tuner>);
}

inline constexpr Parameter window =
    Parameter{"window", 0, "Steps per tuning window; 0: chosen by the tuner", non_negative}
        .steerable();
inline constexpr Parameter budget =
    Parameter{"budget", 0.02, "Share of the run's time that the search may cost", between(0, 1)}
        .steerable();
inline constexpr Parameter max_depth =
    Parameter{"max_depth", 0, "Largest ghost depth to try, in layers; 0: limited by the grid only",
              non_negative, formerly("deepest")}
        .steerable();

inline ParameterDeclaration codecs() {
  ParameterDeclaration codecs = declare_tree(
      "codecs", "Chains to choose from, as lists: [[FILTER, COMPRESSOR], [COMPRESSOR]]");
  codecs.steering = Steering::while_running;
  return codecs;
}

inline ParameterDeclaration start() {
  return declare(Parameter{"start", "",
                           "Folder of an earlier run whose settings are verified and used from the "
                           "start"})
      .without_default();
}

inline constexpr Parameter seed =
    Parameter{"seed", 1, "Seed for stochastic tuners", non_negative}.steerable();

}  // namespace cardon::tuning_parameters
