// SPDX-License-Identifier: Apache-2.0
// Differences are exact for polynomials up to their order, and upwinded ones have the weights of
// the literature.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "differences.hpp"

namespace cardon::einstein {
namespace {

constexpr Real h = 0.5;
constexpr Real inverse_spacing[3] = {1 / h, 1 / h, 1 / h};
constexpr Point origin{0, 0, 0, nullptr};

/// Values at offsets from the origin.
struct Values {
  std::function<Real(int, int, int)> u;
  Real operator()(const Point&) const { return u(0, 0, 0); }
  Real operator()(const Point&, int a, int b, int c) const { return u(a, b, c); }
};

template <class Order>
class DifferencesOf : public testing::Test {
 public:
  static constexpr int n = Order::value;
  const Differences<n> d{inverse_spacing};
};

using Orders = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 4>,
                              std::integral_constant<int, 6>, std::integral_constant<int, 8>>;
TYPED_TEST_SUITE(DifferencesOf, Orders);

// (x + 1)^k with x = h a: d = k, dd = k (k - 1), and so for y.
TYPED_TEST(DifferencesOf, AreExactUpToTheirOrder) {
  constexpr int n = TestFixture::n;
  for (int k = 0; k <= n + 1; ++k) {
    const Values x{[=](int a, int, int) { return std::pow(h * a + 1, k); }};
    if (k <= n) EXPECT_NEAR(this->d.first(x, origin)[0], k, 1e-9) << k;
    EXPECT_NEAR(this->d.second(x, origin)(0, 0), k * (k - 1), 1e-9) << k;
    EXPECT_NEAR(this->d.dissipation(x, origin), 0, 1e-9) << k;
    if (k > n) continue;
    const Values yz{
        [=](int, int b, int c) { return std::pow(h * b + 1, k) * std::pow(h * c + 1, n - k); }};
    EXPECT_NEAR(this->d.second(yz, origin)(1, 2), k * (n - k), 1e-8) << k;
  }
  const Values beyond{[](int a, int, int) { return std::pow(h * a + 1, n + 1); }};
  EXPECT_GT(std::abs(this->d.first(beyond, origin)[0] - (n + 1)), 1e-3);
}

TYPED_TEST(DifferencesOf, UpwindingIsOfTheSameOrder) {
  constexpr int n = TestFixture::n;
  for (const Real speed : {0.7, -0.7}) {
    for (int k = 0; k <= n; ++k) {
      const Values y{[=](int, int b, int) { return std::pow(h * b + 1, k); }};
      EXPECT_NEAR(this->d.upwinding(y, origin, Vector<Real>{{0, speed, 0}}), 0, 1e-8) << k;
    }
    const Values y{[](int, int b, int) { return std::pow(h * b + 1, n + 1); }};
    EXPECT_GT(std::abs(this->d.upwinding(y, origin, Vector<Real>{{0, speed, 0}})), 1e-3);
  }
}

/// The weight of the point `offset` along x in beta d u, times h.
template <int n>
Real weight(const Differences<n>& d, int offset, Real beta) {
  const Values one{[=](int a, int b, int c) { return Real(a == offset && b == 0 && c == 0); }};
  return h *
         (beta * d.first(one, origin)[0] + d.upwinding(one, origin, Vector<Real>{{beta, 0, 0}}));
}

// Zlochower, Baker, Campanelli and Lousto, Phys. Rev. D 72, 024021, 2005.
TEST(Upwinding, HasTheWeightsOfTheLiteratureForOrder4) {
  const Differences<4> d(inverse_spacing);
  const Real weights[] = {0, 0, -3, -10, 18, -6, 1};
  for (int s = -3; s <= 3; ++s) {
    EXPECT_NEAR(weight(d, s, 1), weights[s + 3] / 12, 1e-14) << s;
    EXPECT_NEAR(weight(d, -s, -1), weights[s + 3] / 12, 1e-14) << s;
  }
}

// Husa, Gonzalez, Hannam, Bruegmann and Sperhake, Class. Quantum Grav. 25, 105006, 2008.
TEST(Upwinding, HasTheWeightsOfTheLiteratureForOrder6) {
  const Differences<6> d(inverse_spacing);
  const Real weights[] = {0, 0, 2, -24, -35, 80, -30, 8, -1};
  for (int s = -4; s <= 4; ++s) EXPECT_NEAR(weight(d, s, 1), weights[s + 4] / 60, 1e-14) << s;
}

// Waves of two points decay at the rate 1 / h in each direction that they have.
TYPED_TEST(DifferencesOf, DissipationDampsWavesOfTwoPoints) {
  const Values wave{[](int a, int, int c) { return (a + c) % 2 == 0 ? 1.0 : -1.0; }};
  EXPECT_NEAR(this->d.dissipation(wave, origin), -2 / h, 1e-12);
}

/// A cube of values, as tasks read it.
struct Cube {
  static constexpr int side = 11, middle = 5;
  Real value[side][side][side];
  FieldReader reader() const {
    FieldReader r;
    r.origin = &value[middle][middle][middle];
    r.sy = side;
    r.sz = side * side;
    return r;
  }
};

// Readers of fields have a function of their own for mixed differences.
TYPED_TEST(DifferencesOf, OfFieldsAreThoseOfOtherReaders) {
  Cube cube;
  for (int c = 0; c < Cube::side; ++c)
    for (int b = 0; b < Cube::side; ++b)
      for (int a = 0; a < Cube::side; ++a)
        cube.value[c][b][a] = std::sin(a + 2.3 * b - 1.7 * c * a);
  const FieldReader field = cube.reader();
  const Values same{[&](int a, int b, int c) { return field(origin, a, b, c); }};
  const auto expected = this->d.second(same, origin), found = this->d.second(field, origin);
  for (int q = 0; q < 6; ++q) EXPECT_EQ(found.c[q], expected.c[q]) << q;
}

}  // namespace
}  // namespace cardon::einstein
