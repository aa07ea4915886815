// SPDX-License-Identifier: Apache-2.0
// The operations that the right-hand sides declare, counted by running them with numbers that
// count.
#include <gtest/gtest.h>

#include "operations.hpp"
#include "rates.hpp"

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

/// With differences along y and z around the point, which are there already.
struct CountedDifferences : CountedReader {
  template <int D>
  CountedReader row() const {
    return {};
  }
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
  long rates() const {
    return counted([&] { einstein::rates<false>(d, c, 0, u, du, p); }) + twice_differenced * rows();
  }
  long upwinding() const {
    return variables * (1 + counted([&] { d.upwinding(u.K, p, Vector<Counted>{}); }));
  }
  /// Sums of two values are there where second differences have them too.
  long dissipation() const {
    return variables * (2 + counted([&] { d.dissipation(u.K, p); })) -
           twice_differenced * 3 * (n / 2);
  }

 private:
  static constexpr int twice_differenced = 11;  ///< chi, alpha, g and beta
  /// The differences along y and z.
  long rows() const {
    return counted([&] {
      d.template unscaled<1>(u.K, p);
      d.template unscaled<2>(u.K, p);
    });
  }

  static constexpr Real inverse_spacing[3] = {1, 1, 1};
  Differences<n> d{inverse_spacing};
  Constants c;
  State<CountedReader, CountedDifferences> u;
  State<CountedWriter> du;
  Point p{0, 0, 0, nullptr};
};

template <int n>
void check() {
  const RightHandSides<n> count;
  EXPECT_EQ(count.rates(), rates_operations<n>);
  EXPECT_EQ(count.upwinding(), upwinding_operations<n>);
  EXPECT_EQ(count.dissipation(), dissipation_operations<n>);
}

TEST(Operations, AreThoseDeclaredForOrder2) { check<2>(); }
TEST(Operations, AreThoseDeclaredForOrder4) { check<4>(); }
TEST(Operations, AreThoseDeclaredForOrder6) { check<6>(); }
TEST(Operations, AreThoseDeclaredForOrder8) { check<8>(); }

}  // namespace
}  // namespace cardon::einstein
