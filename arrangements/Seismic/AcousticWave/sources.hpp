// SPDX-License-Identifier: Apache-2.0
// Point sources: where they are, how strong, and what they look like on the grid.
#pragma once
#include <cardon/thorn.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "declarations.hpp"

namespace cardon::acoustic {

inline constexpr const Parameter<List<Real>>* coordinates[] = {&source_x, &source_y, &source_z};

struct PointSource {
  Vec3 position;
  Real amplitude;
};

/// In the directions that the grid has.
struct Sources {
  std::vector<PointSource> all;

  /// Throws Error acoustic/sources.
  static Sources prepare(Context context, GridView grid, const Value<source_x>& x,
                         const Value<source_y>& y, const Value<source_z>& z,
                         const Value<amplitude>& a) {
    const std::vector<Real>* const along[] = {&x, &y, &z};
    const std::size_t n = x.size();
    Sources sources{std::vector<PointSource>(n)};
    for (int d = 0; d < grid.dimensions; ++d) {
      if (along[d]->size() != n)
        refuse(context, *coordinates[d], "acoustic/sources",
               "AcousticWave::source_x has " + std::to_string(n) + " numbers, source_" + "xyz"[d] +
                   " has " + std::to_string(along[d]->size()),
               "give every source one coordinate in each direction");
      for (std::size_t i = 0; i < n; ++i) sources.all[i].position[d] = (*along[d])[i];
    }
    if (a.size() != 1 && a.size() != n)
      refuse(context, amplitude, "acoustic/sources",
             "AcousticWave::amplitude has " + std::to_string(a.size()) + " numbers, there are " +
                 std::to_string(n) + " sources",
             "give one amplitude for all, or one for each source");
    for (std::size_t i = 0; i < n; ++i) sources.all[i].amplitude = a.size() == 1 ? a[0] : a[i];
    return sources;
  }
};

/// Throws Error acoustic/sources.
inline void check_positions(Context context, const GridView& grid, const Sources& sources) {
  for (std::size_t i = 0; i < sources.all.size(); ++i)
    for (int d = 0; d < grid.dimensions; ++d)
      if (const Real x = sources.all[i].position[d]; x < grid.lower[d] || x > grid.upper[d])
        refuse(context, *coordinates[d], "acoustic/sources",
               "source " + std::to_string(i + 1) +
                   " of AcousticWave lies outside the domain: " + "xyz"[d] + " = " + text_of(x),
               "set AcousticWave::source_" + std::string(1, "xyz"[d]) + " within grid.domain");
}

/// A Gaussian G of width s, times (D + 2)/2 - r^2/(2 s^2): its integral is 1 and its second moments
/// vanish, so that what it emits differs from the waves of a point by s^4. Gaussians of width >= h
/// sampled at distances h have the integral 1 to 1e-8.
struct SourceShape {
  Real b, height, c;
  static SourceShape prepare(Value<source_width> spacings, GridView grid) {
    const Real width = spacings * grid.largest_spacing(), b = 1 / (2 * width * width);
    return {b, pow(b / pi_number, 0.5 * grid.dimensions), 0.5 * grid.dimensions + 1};
  }
  Real operator()(Real r2) const {
    constexpr Real nothing_left = 50;  // exp(-50) = 2e-22
    const Real u = b * r2;
    return u > nothing_left ? 0 : height * ((c - u) * exp(-u));
  }
};

}  // namespace cardon::acoustic
