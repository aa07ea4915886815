// SPDX-License-Identifier: Apache-2.0
// Slopes in characteristic variables.
#include <gtest/gtest.h>

#include "face_states.hpp"

namespace euler {
namespace {

constexpr Real gamma = 1.4;
constexpr Primitive here{1.3, 0.4, -0.2, 0.7, 0.9};

/// The change of state across a wave that moves with velocity u + direction times that of sound.
Primitive acoustic(int direction, Real dp) {
  const Real c = std::sqrt(gamma * here.p / here.rho);
  return {dp / (c * c), direction * dp / (here.rho * c), 0, 0, dp};
}

Edges edges_of(const Primitive& below, const Primitive& above) {
  const Primitive cells[] = {here - below, here, here + above};
  return CharacteristicLinear<LimitedSlope>{{2}, gamma}(cells + 1);
}

void expect_near(const Primitive& a, const Primitive& b) {
  EXPECT_NEAR(a.rho, b.rho, 1e-15);
  EXPECT_NEAR(a.u, b.u, 1e-15);
  EXPECT_NEAR(a.v, b.v, 1e-15);
  EXPECT_NEAR(a.w, b.w, 1e-15);
  EXPECT_NEAR(a.p, b.p, 1e-15);
}

TEST(CharacteristicLinear, IsLinearWithoutALimiter) {
  const Primitive cells[] = {{1, 0.3, 0.1, 0.2, 1.4}, here, {1.5, 0.7, -0.4, 0.9, 0.8}};
  const Edges plain = Linear<CentredSlope>{}(cells + 1);
  const Edges found = CharacteristicLinear<CentredSlope>{{}, gamma}(cells + 1);
  expect_near(found.lower, plain.lower);
  expect_near(found.upper, plain.upper);
}

TEST(CharacteristicLinear, KeepsAWaveOfOneFamily) {
  for (const int direction : {-1, 1}) {
    const Primitive jump = acoustic(direction, 0.01);
    const Edges found = edges_of(jump, jump);
    const Primitive half = acoustic(direction, 0.005);
    expect_near(found.lower, here - half);
    expect_near(found.upper, here + half);
  }
}

// Density and pressure rise on both sides, so that slopes of primitive variables are not 0.
TEST(CharacteristicLinear, DoesNotMixFamilies) {
  const Edges found = edges_of(acoustic(-1, 0.01), acoustic(1, 0.01));
  expect_near(found.lower, here);
  expect_near(found.upper, here);
}

TEST(CharacteristicLinear, MirrorsToTheBit) {
  const Primitive below{0.1, -0.2, 0.3, 0.01, 0.07}, above{0.3, -0.1, 0.2, 0.02, -0.02};
  const auto turned = [](Primitive a) {
    a.u = -a.u;
    return a;
  };
  const Primitive cells[] = {here - below, here, here + above};
  const Primitive mirror[] = {turned(cells[2]), turned(here), turned(cells[0])};
  const CharacteristicLinear<LimitedSlope> edges{{2}, gamma};
  const Edges found = edges(cells + 1), mirrored = edges(mirror + 1);
  EXPECT_EQ(found.upper.rho, mirrored.lower.rho);
  EXPECT_EQ(found.upper.u, -mirrored.lower.u);
  EXPECT_EQ(found.lower.p, mirrored.upper.p);
}

TEST(CharacteristicLinear, IsFiniteWithoutPressure) {
  const Primitive cold{1, 0, 0, 0, 0};
  const Primitive cells[] = {{1, -1, 0, 0, 0}, cold, {1, 1, 0, 0, 0}};
  const Edges found = CharacteristicLinear<LimitedSlope>{{2}, gamma}(cells + 1);
  EXPECT_EQ(found.upper.u, 0.5);
  EXPECT_EQ(found.upper.p, 0);
}

}  // namespace
}  // namespace euler
