// SPDX-License-Identifier: Apache-2.0
// The operations that the right-hand sides declare, counted by running them with numbers that
// count.
#include <gtest/gtest.h>

#include "gamma_rhs.hpp"
#include "operations.hpp"

namespace cardon::einstein {
namespace {

long operations = 0;

/// A sum, difference, product or quotient is one operation; a change of sign is none.
struct Counted {
  Counted(Real v = 1) : value(v) {}
  Real value;
  friend Counted abs(const Counted& a) { return a; }
  friend Counted operator-(const Counted& a) { return -a.value; }
  friend Counted operator+(const Counted& a, const Counted& b) { return count(a.value + b.value); }
  friend Counted operator-(const Counted& a, const Counted& b) { return count(a.value - b.value); }
  friend Counted operator*(const Counted& a, const Counted& b) { return count(a.value * b.value); }
  friend Counted operator/(const Counted& a, const Counted& b) { return count(a.value / b.value); }

 private:
  static Counted count(Real v) {
    ++operations;
    return v;
  }
};

struct CountedReader {
  Counted operator()(const Point&) const { return {}; }
  Counted operator()(const Point&, int, int, int) const { return {}; }
};

struct CountedWriter {
  Counted& operator()(const Point&) const {
    static Counted value;
    return value;
  }
};

template <class Call>
long counted(const Call& call) {
  operations = 0;
  call();
  return operations;
}

template <int n>
class RightHandSides {
 public:
  long metric() const {
    return counted([&] { metric_rhs(d, c, u, du, p); });
  }
  /// First derivatives of chi, alpha, g and beta are there already.
  long curvature() const {
    return counted([&] { curvature_rhs(d, c, u, du, p); }) - 8 * first() - shift();
  }
  /// So are those of chi, alpha, K, Theta, Gamma and beta, the connection, and A^ij.
  long gamma() const {
    return counted([&] { gamma_rhs(d, c, u, du, p); }) - 7 * first() - shift() -
           counted([&] { geometry(d, u.g, p); }) -
           counted([&] { raise(read_symmetric(u.g, p), read_symmetric(u.A, p)); });
  }
  long upwinding() const {
    return variables * (1 + counted([&] { d.upwinding(u.chi, p, Vector<Counted>{}); }));
  }
  long dissipation() const {
    return variables * (2 + counted([&] { d.dissipation(u.chi, p); }));
  }

 private:
  long first() const {
    return counted([&] { d.first(u.chi, p); });
  }
  long shift() const {
    return counted([&] { shift_gradient(d, u.beta, p); });
  }

  static constexpr Real inverse_spacing[3] = {1, 1, 1};
  Differences<n> d{inverse_spacing};
  Constants c;
  State<CountedReader> u;
  State<CountedWriter> du;
  Point p{0, 0, 0, nullptr};
};

template <int n>
void check() {
  const RightHandSides<n> count;
  EXPECT_EQ(count.metric(), metric_operations<n>);
  EXPECT_EQ(count.curvature(), curvature_operations<n>);
  EXPECT_EQ(count.gamma(), gamma_operations<n>);
  EXPECT_EQ(count.upwinding(), upwinding_operations<n>);
  EXPECT_EQ(count.dissipation(), dissipation_operations<n>);
}

TEST(Operations, AreThoseDeclaredForOrder2) { check<2>(); }
TEST(Operations, AreThoseDeclaredForOrder4) { check<4>(); }
TEST(Operations, AreThoseDeclaredForOrder6) { check<6>(); }
TEST(Operations, AreThoseDeclaredForOrder8) { check<8>(); }

}  // namespace
}  // namespace cardon::einstein
