// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/thorn.hpp>
#include <cmath>

#include "check/index_probe.hpp"
#include "toy_program.hpp"

namespace cardon {
namespace {

template <class Value>
void fill(Block& block, const Value& value) {
  auto v = block.write(psi);
  block.for_each(
      "fill", KOKKOS_LAMBDA(const Point& p) { v(p) = value(p); });
}

void stripes_in_x(Block& block) {
  fill(block, [](const Point& p) { return p.i() % 2 ? 1.0 : 0.5; });
}
void stripes_in_z(Block& block) {
  fill(block, [](const Point& p) { return p.x() + (p.k() % 3 == 0 ? 1 : 0); });
}
void saw(Block& block) {
  fill(block, [](const Point& p) { return 0.01 * (p.j() % 7); });
}

/// Only where phi has one sign.
void stripes_of_waves(Block& block) {
  auto u = block.read(phi);
  fill(block, [=](const Point& p) { return u(p) < 0 && p.i() % 2 ? 1 : u(p); });
}

void by_coordinates(Block& block) {
  fill(block, [](const Point& p) {
    return p.x() == 0 ? 1
                      : std::sin(40 * p.x()) / p.x() + std::floor(8 * p.y()) + std::sqrt(p.r2());
  });
}

/// Coordinates of neighbours and of what lies between them are rounded otherwise.
void by_coordinates_of_neighbours(Block& block) {
  const Real h = block.spacing(0);
  fill(block, [=](const Point& p) {
    Point next = p;
    ++next.a;
    return (std::exp(next.x()) - std::exp(p.x() - 0.5 * h)) / h;
  });
}

/// At the faces, near them and on one side of the middle.
void by_faces(Block& block) {
  const int last = block.points(0) - 1, middle = block.points(0) / 2;
  fill(block, [=](const Point& p) {
    if (p.i() == 0 || p.i() == last) return 0.0;
    if (p.i() < 3 || p.i() > last - 3) return 0.25;
    return p.i() < middle ? 0.5 : 1;
  });
}

void in_a_slab(Block& block) {
  const int first = block.points(1) / 3, last = 2 * block.points(1) / 3;
  fill(block, [=](const Point& p) { return first <= p.j() && p.j() < last ? 1.0 : 0.0; });
}

void noisy(Block& block) {
  const RandomStream noise = block.random("noise");
  fill(block, [=](const Point& p) { return 1 + 0.125 * noise.uniform(p); });
}

class IndexProbe : public ToyProgram {
 protected:
  IndexProbe() {
    registry.add(
        {.path = "random", .parameters = {declare(Parameter{"seed", 1, "Seed", non_negative})}});
    parameters = ParameterSet(registry);
  }
  /// What is said for any numbers of points and directions, with and without periodic faces.
  void expect(bool found, TaskFunction function, std::vector<Binding> bindings,
              int dimensions = 3) {
    Task& task = add("fill", function, std::move(bindings));
    task.region = Region::interior;
    for (const int points : {16, 17, 25, 32, 101})
      for (const bool periodic : {true, false}) {
        set_grid(dimensions, points);
        for (int d = 0; d < dimensions; ++d) {
          program.grid.periodic[d] = periodic;
          program.grid.origin[d] = -0.3 + 0.1 * d;
          for (Face& face : program.grid.faces[d]) face.owned_layers = periodic ? 0 : 2;
        }
        EXPECT_EQ(depends_on_index(program, parameters, task), found)
            << points << " points, " << (periodic ? "periodic" : "not periodic");
      }
  }
};

TEST_F(IndexProbe, StripesAreSeenWhateverTheFaces) {
  for (const auto stripes : {stripes_in_x, stripes_in_z, saw})
    expect(true, stripes, {write_of(psi)});
}

TEST_F(IndexProbe, StripesInFewerDirections) {
  expect(true, stripes_in_x, {write_of(psi)}, 1);
  expect(true, saw, {write_of(psi)}, 2);
}

TEST_F(IndexProbe, StripesOfSomeValuesOnly) {
  expect(true, stripes_of_waves, {read_of(phi), write_of(psi)});
}

TEST_F(IndexProbe, CoordinatesAreNoIndices) {
  expect(false, by_coordinates, {write_of(psi)});
  expect(false, by_coordinates_of_neighbours, {write_of(psi)});
}

TEST_F(IndexProbe, PlacesInTheGridMayBeComparedWithItsFaces) {
  expect(false, by_faces, {write_of(psi)});
  expect(false, in_a_slab, {write_of(psi)});
}

TEST_F(IndexProbe, RandomNumbersBelongToPoints) { expect(false, noisy, {write_of(psi)}); }

TEST_F(IndexProbe, DirectionsWithFewPointsAreLeftOut) {
  const Task& task = add("fill", stripes_in_x, {write_of(psi)});
  program.grid.points = {12, 32, 32};
  EXPECT_FALSE(depends_on_index(program, parameters, task));
}

}  // namespace
}  // namespace cardon
