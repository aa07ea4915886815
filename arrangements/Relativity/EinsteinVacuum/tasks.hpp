// SPDX-License-Identifier: Apache-2.0
// The tasks of EinsteinVacuum. n is the order of differences.
#pragma once
#include <cardon/thorn.hpp>

namespace cardon::einstein {

// EvolveRhs and PostStep
template <int n>
void metric_task(Block& block);
template <int n>
void curvature_task(Block& block);
template <int n>
void gamma_task(Block& block);
template <int n>
void upwinding_task(Block& block);
template <int n>
void dissipation_task(Block& block);
void sponge_task(Block& block);
void enforce_task(Block& block);

// Initial
void set_minkowski(Block& block);
void set_robust(Block& block);
void set_gauge_wave(Block& block);
void set_shifted_gauge_wave(Block& block);
void set_linear_wave(Block& block);
void set_gowdy(Block& block);
void set_quadrupole_wave(Block& block);
template <int n>
void set_gamma(Block& block);
void add_noise_to_gamma(Block& block);

// Analysis
void compare_minkowski(Block& block);
void compare_gauge_wave(Block& block);
void compare_shifted_gauge_wave(Block& block);
void compare_linear_wave(Block& block);
void compare_gowdy(Block& block);
void compare_quadrupole_wave(Block& block);
template <int n>
void constraints_task(Block& block);
template <int n>
void weyl_task(Block& block);
void algebra_task(Block& block);

}  // namespace cardon::einstein
