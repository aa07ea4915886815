// SPDX-License-Identifier: Apache-2.0
// Small simulations on several ranks and sites, made by hand.
#pragma once
#include <array>
#include <cardon/services/boundary.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/services/machine.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/program.hpp>
#include <cardon/thorn/thorn_declaration.hpp>
#include <memory>
#include <string>
#include <vector>

namespace cardon::test {

/// A leapfrog wave, whose new level overwrites the oldest; or a system advanced by four stages,
/// with exchange points inside a step.
enum class Physics { leapfrog, stages };

struct Experiment {
  Physics physics = Physics::leapfrog;
  int dimensions = 3;
  Index3 points{6, 6, 24};
  std::array<bool, 3> periodic{true, true, true};
  int radius = 1;
  int owned_layers = 1;           ///< at faces
  std::vector<int> sites{1};      ///< ranks of each
  std::string driver = "{}";      ///< the parameter section
  std::vector<Real> speeds = {};  ///< of the sites

  int ranks() const;
  std::string text() const;  ///< for messages
};

/// Everything a driver is set up with.
class Case {
 public:
  explicit Case(const Experiment& experiment);
  Case(const Case&) = delete;
  DriverSetup setup() const;

  Program program;
  Machine machine;
  std::unique_ptr<ParameterSet> parameters;

 private:
  ThornDeclaration thorn_;
  ParameterRegistry registry_;
  std::shared_ptr<Boundary> boundary_;
};

/// The operations of a run, step by step, as the flesh hands them to a driver.
class PlanReader {
 public:
  /// From step `first` on: 0 is the initial one, before others all owned points are right.
  PlanReader(const Program& program, std::vector<plan::Link> links, int first = 0);
  ~PlanReader();
  PlanReader(const PlanReader&) = delete;
  /// The next operations, at most to the end of the step.
  std::span<const plan::Operation> next();
  /// The last operations were the last ones of their step.
  bool at_end_of_step() const;
  /// The state of step n; 0 is the initial one.
  static StepState state(int n);

 private:
  struct Walk;
  std::unique_ptr<Walk> walk_;
};

}  // namespace cardon::test
