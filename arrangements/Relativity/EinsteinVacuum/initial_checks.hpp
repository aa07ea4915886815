// SPDX-License-Identifier: Apache-2.0
// Initial data that would be no spacetime are refused.
#pragma once
#include "parameters.hpp"

namespace cardon::einstein {

inline constexpr const char* bad_initial_data = "einstein/initial-data";

/// From `limit` on a metric would not be positive somewhere. Throws Error einstein/initial-data.
inline void check_amplitude(const Context& context, Real given, Real limit,
                            const std::string& limit_text) {
  if (given < limit) return;
  refuse(context, amplitude, bad_initial_data,
         "EinsteinVacuum's metric is not positive everywhere with the amplitude " + text_of(given),
         "set EinsteinVacuum::amplitude below " + limit_text);
}

/// A quadrupole needs three directions. Throws Error einstein/initial-data.
inline void check_directions(const Context& context, int dimensions) {
  if (dimensions == 3) return;
  refuse(context, initial, bad_initial_data,
         "EinsteinVacuum's initial: quadrupole_wave is not a solution in a grid of " +
             std::to_string(dimensions) + (dimensions == 1 ? " direction" : " directions"),
         "give the grid three, or choose a plane wave: initial: linear_wave");
}

/// In another gauge than its own the exact solution has other coordinates than the evolution, so
/// that differences from it mean nothing. `solves`: the shift of the solution, which is harmonic
/// too in all cases. Throws Error einstein/gauge.
inline void check_gauge(const Context& context, std::string_view slicing, std::string_view of,
                        std::string_view kind, std::string_view solves) {
  if (slicing == "harmonic" && (of == solves || of == "harmonic")) return;
  refuse(context, initial, "einstein/gauge",
         "EinsteinVacuum cannot compare with initial: " + std::string(kind) +
             ", whose coordinates are not those of lapse: " + std::string(slicing) +
             ", shift: " + std::string(of),
         "take error and error_alpha out of the outputs, or set lapse: harmonic, shift: " +
             std::string(solves));
}

}  // namespace cardon::einstein
