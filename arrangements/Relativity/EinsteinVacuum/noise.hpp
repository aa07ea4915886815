// SPDX-License-Identifier: Apache-2.0
// Flat space with random numbers that depend on the global index of the point only.
#pragma once
#include <cstdint>

#include "spacetime.hpp"

namespace cardon::einstein {

/// Numbers between -amplitude and amplitude, added to all components of the physical metric, the
/// extrinsic curvature, the lapse and, if asked for, the shift.
class Noise {
 public:
  Noise(Real amplitude, bool with_shift) : amplitude_(amplitude), with_shift_(with_shift) {}

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
  bool with_shift_;
};

}  // namespace cardon::einstein
