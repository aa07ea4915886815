// SPDX-License-Identifier: Apache-2.0
// Flat space with random numbers that depend on the global index of the point only.
#pragma once
#include <cstdint>

#include "parameters.hpp"
#include "spacetime.hpp"

namespace cardon::einstein {

/// Numbers between -amplitude and amplitude, added to all components of the physical metric, the
/// extrinsic curvature, the lapse and Gamma; to the shift and its driver with a condition on the
/// shift, and to Theta with CCZ4.
class Noise {
 public:
  explicit Noise(const Block& block)
      : amplitude_(block[amplitude]),
        with_shift_(block[shift] != "none"),
        with_theta_(block[formulation] == "ccz4") {}

  Spacetime operator()(const Point& p) const {
    Spacetime s;
    std::uint64_t slot = 0;
    for (Real& c : s.metric.c) c += random(p, slot++);
    for (Real& c : s.curvature.c) c += random(p, slot++);
    s.lapse += random(p, slot++);
    if (with_shift_)
      for (Real& c : s.shift.c) c += random(p, slot++);
    return s;
  }
  Real of_theta(const Point& p) const { return with_theta_ ? random(p, 16) : 0; }
  Real of_driver(const Point& p, int i) const {
    return with_shift_ ? random(p, 17 + std::uint64_t(i)) : 0;
  }
  Real of_gamma(const Point& p, int i) const { return random(p, 20 + std::uint64_t(i)); }

 private:
  /// The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), once for each index.
  static std::uint64_t mix(std::uint64_t z) {
    z += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  Real random(const Point& p, std::uint64_t slot) const {
    const auto hash = mix(mix(mix(mix(slot) + std::uint64_t(p.i())) + std::uint64_t(p.j())) +
                          std::uint64_t(p.k()));
    constexpr Real unit = 1.0 / 4503599627370496;  // 2^-52
    return amplitude_ * (Real(hash >> 11) * unit - 1);
  }

  Real amplitude_;
  bool with_shift_, with_theta_;
};

}  // namespace cardon::einstein
