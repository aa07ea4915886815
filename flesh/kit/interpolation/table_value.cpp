// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/thorn/table_value.hpp>
#include <cmath>
#include <cstddef>
#include <limits>

namespace cardon {
namespace {

/// Up to four points around an argument: the interval is [x[first], x[first + 1]].
struct Interval4 {
  std::size_t first = 0;
  bool before = false, behind = false;  ///< there is one more point on that side
};

Interval4 interval(const std::vector<Real>& x, Real at) {
  const auto next = std::upper_bound(x.begin() + 1, x.end() - 1, at);
  const auto first = std::size_t(next - x.begin()) - 1;
  return {first, first > 0, first + 2 < x.size()};
}

Real smallest(Real a, Real b, Real c) { return std::min(std::abs(a), std::min(std::abs(b), c)); }

/// Steffen's slope at a point between intervals of widths h and secants s (eqs. 6 and 11).
Real inner_slope(Real h0, Real s0, Real h1, Real s1) {
  if (!(s0 * s1 > 0)) return 0;
  const Real p = (s0 * h1 + s1 * h0) / (h0 + h1);
  return std::copysign(smallest(2 * s0, 2 * s1, std::abs(p)), s0);
}

/// At an end; the first interval is that of the end (eqs. 24 to 28).
Real end_slope(Real h0, Real s0, Real h1, Real s1) {
  const Real w = h0 / (h0 + h1), p = s0 * (1 + w) - s1 * w;
  if (!(p * s0 > 0)) return 0;
  return std::abs(p) > 2 * std::abs(s0) ? 2 * s0 : p;
}

/// The slope at point i of values at x, n of them.
Real slope(const Real* x, const Real* f, std::size_t n, std::size_t i) {
  const auto h = [&](std::size_t k) { return x[k + 1] - x[k]; };
  const auto s = [&](std::size_t k) { return (f[k + 1] - f[k]) / h(k); };
  if (n == 2) return s(0);
  if (i == 0) return end_slope(h(0), s(0), h(1), s(1));
  if (i == n - 1) return end_slope(h(n - 2), s(n - 2), h(n - 3), s(n - 3));
  return inner_slope(h(i - 1), s(i - 1), h(i), s(i));
}

/// Two neighbouring points with their slopes.
struct Segment {
  Real x0, x1, f0, f1;
  Real d0 = 0, d1 = 0;
};

Real linear_value(const Segment& g, Real x, Outside outside) {
  if (outside != Outside::linear) x = std::clamp(x, g.x0, g.x1);
  if (x == g.x1) return g.f1;
  return g.f0 + (x - g.x0) / (g.x1 - g.x0) * (g.f1 - g.f0);
}

Real cubic_value(const Segment& g, Real x, Outside outside) {
  if (x <= g.x0) return outside == Outside::linear ? g.f0 + (x - g.x0) * g.d0 : g.f0;
  if (x >= g.x1) return outside == Outside::linear ? g.f1 + (x - g.x1) * g.d1 : g.f1;
  const Real h = g.x1 - g.x0, s = (g.f1 - g.f0) / h, t = x - g.x0;
  const Real a = (g.d0 + g.d1 - 2 * s) / (h * h), b = (3 * s - 2 * g.d0 - g.d1) / h;
  return g.f0 + t * (g.d0 + t * (b + t * a));
}

Real value(const Segment& g, Real x, const TableData& table) {
  return table.interpolation == Interpolation::linear ? linear_value(g, x, table.outside)
                                                      : cubic_value(g, x, table.outside);
}

bool is_outside(const std::vector<Real>& x, Real at) {
  return !(at >= x.front() && at <= x.back());
}

/// Along the row j of the table.
Real row_value(const TableData& table, std::size_t j, std::size_t i, Real x) {
  const Real* f = table.values.data() + j * table.x.size();
  Segment g{table.x[i], table.x[i + 1], f[i], f[i + 1]};
  if (!table.slopes.empty()) {
    const Real* d = table.slopes.data() + j * table.x.size();
    g.d0 = d[i];
    g.d1 = d[i + 1];
  }
  return value(g, x, table);
}

}  // namespace

void TableData::prepare() {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  min = *low;
  max = *high;
  slopes.clear();
  if (interpolation == Interpolation::linear) return;
  for (std::size_t start = 0; start < values.size(); start += x.size())
    for (std::size_t i = 0; i < x.size(); ++i)
      slopes.push_back(slope(x.data(), values.data() + start, x.size(), i));
}

Real table_value(const TableData& table, Real x) {
  // NaN is outside of every table.
  if (std::isnan(x) || (table.outside == Outside::nan && is_outside(table.x, x)))
    return std::numeric_limits<Real>::quiet_NaN();
  return row_value(table, 0, interval(table.x, x).first, x);
}

Real table_value(const TableData& table, Real x, Real y) {
  const bool outside = is_outside(table.x, x) || is_outside(table.y, y);
  if (std::isnan(x) || std::isnan(y) || (table.outside == Outside::nan && outside))
    return std::numeric_limits<Real>::quiet_NaN();
  const std::size_t i = interval(table.x, x).first;
  const Interval4 rows = interval(table.y, y);
  const std::size_t j = rows.first, first = j - (rows.before ? 1 : 0);
  Segment g{table.y[j], table.y[j + 1], row_value(table, j, i, x), row_value(table, j + 1, i, x)};
  if (table.interpolation == Interpolation::monotone) {
    Real f[4];
    std::size_t n = 0;
    if (rows.before) f[n++] = row_value(table, j - 1, i, x);
    f[n++] = g.f0;
    f[n++] = g.f1;
    if (rows.behind) f[n++] = row_value(table, j + 2, i, x);
    g.d0 = slope(table.y.data() + first, f, n, j - first);
    g.d1 = slope(table.y.data() + first, f, n, j - first + 1);
  }
  return value(g, y, table);
}

}  // namespace cardon
