// SPDX-License-Identifier: Apache-2.0
// Well-known time integration schemes as tasks, for the unit tests.
#pragma once
#include <string>
#include <vector>

#include "plan/cyclic_sequence.hpp"
#include "plan/plan_input.hpp"

namespace cardon::plan {

/// A line of a plan in words.
inline constexpr const char* end_of_step = "  -- end of step";

/// A stencil of this radius in every direction.
inline Index3 cube(int radius) { return {radius, radius, radius}; }

/// Tasks with the initial ones and those of a step in order.
struct Scheme {
  PlanInput input;
  std::vector<int> initial;
  std::vector<int> step;

  int field(const std::string& name);
  int task(TaskDecl task);
  /// Adds a task to the initial ones, or to the step.
  void at_start(TaskDecl decl) { initial.push_back(task(std::move(decl))); }
  void in_step(TaskDecl decl) { step.push_back(task(std::move(decl))); }
  /// For ever, or for a number of steps after step 0.
  CyclicSequence sequence() const { return {{initial}, {step}}; }
  CyclicSequence sequence(int steps) const;
};

/// A link between the blocks of a site.
Link blocks(int depth);
/// A link between two sites.
Link wide(const std::string& name, int depth, int axis = 0);

/// phi[next] = 2 phi - phi[past 1] + laplacian of phi.
Scheme leapfrog(std::vector<Link> links, int radius = 1);
/// Classical Runge-Kutta: y, its value y0 at the start of the step, the sum of the slopes, and the
/// slope k.
Scheme runge_kutta_4(std::vector<Link> links, int radius);
/// Iterative Crank-Nicholson: `iterations` evaluations of the slope k at the mean of u and its new
/// guess.
Scheme crank_nicholson(std::vector<Link> links, int iterations);

/// The lines of print(make_plan(...)) after "then every", or all of them.
std::vector<std::string> cycle_lines(const Scheme& scheme);
std::vector<std::string> plan_lines(const Scheme& scheme);

}  // namespace cardon::plan
