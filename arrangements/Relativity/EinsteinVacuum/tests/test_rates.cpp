// SPDX-License-Identifier: Apache-2.0
// Rates at the points of a box are those of each point alone, to the bit, whatever the length of
// its rows and their number.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "rates.hpp"

namespace cardon::einstein {
namespace {

constexpr int variables = 25, margin = 5, max_points = 2 * Strip::length + lanes;
constexpr int max_rows = Strip::rows + 1, planes = 2;  // a strip, and one of one row
constexpr std::ptrdiff_t sy = max_points + 2 * margin, sz = sy * (max_rows + 2 * margin),
                         each = sz * (planes + 2 * margin);

/// All variables in a bar along x, with room for stencils around its rows.
class Bar {
 public:
  explicit Bar(bool noisy) : values_(std::size_t(variables * each), 0) {
    for (std::size_t n = 0; noisy && n < values_.size(); ++n)
      values_[n] = 0.01 * std::sin(Real(n * n % 10007));
    for (const int q : {0, 3, 4, 7, 9})  // chi, alpha and the diagonal of the metric
      for (std::ptrdiff_t n = 0; noisy && n < each; ++n) values_[std::size_t(q * each + n)] += 1;
  }
  template <class Accessor>
  State<Accessor> state() {
    State<Accessor> s;
    int next = 0;
    convert_state(s, s, [&](Accessor& to, const Accessor&) {
      to.origin = &values_[std::size_t(next++ * each + margin * (sz + sy + 1))];
      to.sy = sy;
      to.sz = sz;
    });
    return s;
  }
  const std::vector<Real>& values() const { return values_; }

 private:
  std::vector<Real> values_;
};

Constants constants() {
  Constants c;
  c.kappa1 = 0.1;
  c.kappa2 = 0.2;
  c.kappa3 = 0.7;
  c.log_lapse = 2;
  c.square_lapse = 0.3;
  c.driver = 0.75;
  c.harmonic = 0.4;
  c.drives = 1;
  c.damping = 1.5;
  return c;
}

/// Whether values_[m] is of a variable at a point of the box.
bool lies_in(const Box& box, std::size_t m) {
  const auto at = std::ptrdiff_t(m) % each;
  return box.contains(
      Index3{int(at % sy) - margin, int(at % sz / sy) - margin, int(at / sz) - margin});
}

/// What a driver lets the kernel prefetch.
std::vector<Prefetch> all_fields(Bar& read, Bar& written, int radius) {
  std::vector<Prefetch> fields;
  const auto add = [&](const auto& s, int r, std::ptrdiff_t ahead) {
    convert_state(s, s, [&](const auto&, const auto& field) {
      fields.push_back({field.origin, sy, sz, ahead, {r, r, r}});
    });
  };
  add(read.state<FieldReader>(), radius, 2 * sy + radius * sz);
  add(written.state<FieldWriter>(), -1, 2 * sy);
  return fields;
}

/// Of rows: short ones, those of about one strip, and one of two strips and a part.
std::vector<int> lengths() {
  std::vector<int> lengths{64, 90, 150, max_points};
  for (int points = lanes; points <= 2 * lanes + 1; ++points) lengths.push_back(points);
  for (int more = -1; more <= lanes + 1; ++more) lengths.push_back(Strip::length + more);
  return lengths;
}

template <int n, bool dissipates>
void compare_all_lengths() {
  const Real inverse_spacing[3] = {2, 2.5, 3};
  const Differences<n> d(inverse_spacing);
  Bar bar(true), alone(false);
  const State<FieldReader> u = bar.state<FieldReader>();
  for (int k = 0; k < planes; ++k)
    for (int j = 0; j < max_rows; ++j)
      for (int i = 0; i < max_points; ++i)
        rates<dissipates>(d, constants(), 0.1, u, alone.state<FieldWriter>(),
                          Point{i, j, k, nullptr});
  for (const int points : lengths()) {
    Bar together(false);
    const int first = (max_points - points) / 2, rows = 1 + points % max_rows;
    const Box box{{first, 0, 0}, {first + points, rows, points % 5 == 0 ? 1 : planes}};
    const auto fields = all_fields(bar, together, n / 2 + (dissipates ? 1 : 0));
    RateStrips<dissipates, n>(d, constants(), 0.1, u, together.state<FieldWriter>())
        .compute(Piece{box, {}}, points % 2 == 0 ? RowsAhead{} : RowsAhead{fields});
    for (std::size_t m = 0; m < together.values().size(); ++m)
      if (const Real wanted = lies_in(box, m) ? alone.values()[m] : 0;
          together.values()[m] != wanted)
        FAIL() << together.values()[m] << " instead of " << wanted << " as value " << m << " with "
               << points << " points and " << rows << " rows";
  }
}

TEST(Rates, OfOrder2AreThoseOfEachPointAlone) { compare_all_lengths<2, false>(); }
TEST(Rates, OfOrder4AreThoseOfEachPointAlone) { compare_all_lengths<4, true>(); }
TEST(Rates, OfOrder6AreThoseOfEachPointAlone) { compare_all_lengths<6, true>(); }
TEST(Rates, OfOrder8AreThoseOfEachPointAlone) { compare_all_lengths<8, true>(); }

}  // namespace
}  // namespace cardon::einstein
