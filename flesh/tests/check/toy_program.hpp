// SPDX-License-Identifier: Apache-2.0
// A program with tasks of a thorn Toy, which has two fields and a scalar.
#pragma once
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cardon/services/parameter_registry.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/program.hpp>
#include <cardon/thorn.hpp>
#include <string>
#include <utility>
#include <vector>

namespace cardon {

class KokkosRuntime : public ::testing::Environment {
 public:
  void SetUp() override {
    if (!Kokkos::is_initialized()) Kokkos::initialize();
  }
  void TearDown() override {
    if (Kokkos::is_initialized()) Kokkos::finalize();
  }
};
inline const auto* const kokkos_runtime = ::testing::AddGlobalTestEnvironment(new KokkosRuntime);

constexpr Field phi{"phi", "Scalar field"};
constexpr Field psi{"psi", "Another field"};
constexpr Scalar total{"total", "Sum of phi", Reduce::sum};

inline Binding bound(const Field& field, int level, bool reads, bool writes,
                     Index3 radius = {0, 0, 0}) {
  Binding b;
  b.field = field.name == phi.name ? 0 : 1;
  b.level = level;
  b.reads = reads;
  b.writes = writes;
  b.radius = radius;
  b.declared = field.name;
  b.declared_level = level;
  return b;
}
inline Binding read_of(const Field& field, Index3 radius = {0, 0, 0}, int level = 0) {
  return bound(field, level, true, false, radius);
}
inline Binding write_of(const Field& field, int level = 0) {
  return bound(field, level, false, true);
}

/// A grid of 17 points in each of three directions, and no tasks.
class ToyProgram : public ::testing::Test {
 protected:
  ToyProgram() : parameters(registry) {
    for (const Field& f : {phi, psi}) {
      GridFunction g;
      g.id = int(program.fields.size());
      g.name = g.group = f.name;
      g.thorn = "Toy";
      program.fields.push_back(g);
    }
    program.scalars.push_back({0, "total", "Toy", "Sum of phi", "", Reduce::sum});
    program.dt = 0.01;
    set_grid(3, 17);
  }
  void set_grid(int dimensions, int points) {
    program.grid.dimensions = dimensions;
    for (std::size_t d = 0; d < 3; ++d) {
      const bool there = int(d) < dimensions;
      program.grid.points[d] = there ? points : 1;
      program.grid.spacing[d] = there ? 1.0 / (points - 1) : 0;
    }
  }
  Task& add(const std::string& name, TaskFunction function, std::vector<Binding> bindings) {
    Task task;
    task.id = int(program.tasks.size());
    task.name = "Toy::" + name;
    task.thorn = "Toy";
    task.function = function;
    task.bindings = std::move(bindings);
    program.tasks.push_back(task);
    return program.tasks.back();
  }

  ParameterRegistry registry;
  ParameterSet parameters;
  Program program;
};

}  // namespace cardon
