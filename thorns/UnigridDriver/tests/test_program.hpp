// SPDX-License-Identifier: Apache-2.0
// Two small simulations made by hand: a leapfrog wave, whose new level overwrites the oldest, and a
// diffusing field advanced by a linear combination, on any grid.
#pragma once
#include <array>
#include <cardon/services/boundary.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/tile_facts.hpp>
#include <memory>
#include <string>
#include <vector>

namespace cardon::test {

enum class Physics { wave, diffusion };

struct Problem3 {
  Physics physics = Physics::wave;
  int dimensions = 3;
  Index3 points{8, 8, 8};
  std::array<bool, 3> periodic{true, true, true};
  int radius = 1;
  int owned_layers = 1;       ///< at faces
  bool symmetric_x = false;   ///< the lower x face is a symmetry, filled after all others
  std::string driver = "{}";  ///< the parameter section
};

/// Everything a driver is set up with.
struct Case {
  explicit Case(const Problem3& problem);
  Case(const Case&) = delete;
  DriverSetup setup() const;

  Program program;
  std::shared_ptr<Boundary> boundary, symmetry;
  ParameterRegistry registry;
  std::unique_ptr<ParameterSet> parameters;
};

/// Runs the initial tasks and so many steps, without Driver::finish().
void take_steps(Driver& driver, const Program& program, int steps);

/// The bits of one field over the whole grid after some steps on several ranks (threads), x
/// fastest.
std::vector<Real> evolve(const Problem3& problem, int ranks, int steps);

/// How many values of field 0 the ranks did not show as they computed them, of those at the end of
/// every third step. Throws if one was shown twice, or was not final.
long values_not_shown(const Problem3& problem, int ranks, int steps);

/// What one rank says of its tiles after some steps, where field 0 is shown to somebody at the end
/// of each, who takes so many s for a part of the block.
TileFacts::Tiles watched_tiles(const Problem3& problem, int steps, double seconds);

}  // namespace cardon::test
