// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/thorn/data_value.hpp>
#include <cmath>
#include <cstddef>

namespace cardon {
namespace {

/// The neighbours of a position in one direction: point `a`, and `b` with its weight.
struct Between {
  int a = 0, b = 0;
  Real weight = 0;
};

/// A position this near to a point of the file, in spacings, is that point.
constexpr Real same_point = 1e-9;

Between between(const DataGrid& data, int d, Real x) {
  const int n = data.points[std::size_t(d)];
  if (n == 1) return {};
  Real s = (x - data.origin[d]) / data.spacing[d];
  if (const Real whole = std::round(s); std::abs(s - whole) < same_point) s = whole;
  if (data.periodic[d]) {
    // Very far away rounding may take it out of the period.
    s = std::clamp(s - n * std::floor(s / n), Real(0), Real(n));
    const int a = std::min(int(s), n - 1);
    return {a, a + 1 == n ? 0 : a + 1, s - a};
  }
  s = std::clamp(s, Real(0), Real(n - 1));
  const int a = int(s);
  return {a, std::min(a + 1, n - 1), s - a};
}

}  // namespace

// The sums run over x, then y, then z wherever the position is, and a + w (b - a) is a where a = b.
Real DataValue::at(const Vec3& position) const {
  const DataGrid& data = *data_;
  const Between x = between(data, 0, position.x), y = between(data, 1, position.y),
                z = between(data, 2, position.z);
  const std::ptrdiff_t nx = data.points[0], ny = data.points[1];
  const auto along_x = [&](int j, int k) {
    const Real* row = data.values.data() + (k * ny + j) * nx;
    return row[x.a] + x.weight * (row[x.b] - row[x.a]);
  };
  const auto in_plane = [&](int k) {
    const Real lower = along_x(y.a, k);
    return lower + y.weight * (along_x(y.b, k) - lower);
  };
  const Real lower = in_plane(z.a);
  return lower + z.weight * (in_plane(z.b) - lower);
}

}  // namespace cardon
