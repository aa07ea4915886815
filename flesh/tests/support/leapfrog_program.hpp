// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/program.hpp>

namespace cardon::test {

/// Leapfrog with radius 1 on 4 x 4 x 40 points.
inline Program leapfrog_program() {
  Program program;
  program.grid.dimensions = 3;
  program.grid.points = {4, 4, 40};
  program.grid.radius = {1, 1, 1};
  for (int d = 0; d < 3; ++d) program.grid.periodic[d] = false;
  program.fields = {{.id = 0,
                     .name = "phi",
                     .thorn = "Toy",
                     .role = Role::evolved,
                     .past = 1,
                     .has_next = true,
                     .overwrites = true}};
  Task start{.id = 0, .name = "Toy::start", .thorn = "Toy"};
  start.bindings = {{.field = 0, .level = 0, .writes = true},
                    {.field = 0, .level = 1, .writes = true}};
  Task evolve{.id = 1, .name = "Toy::evolve", .thorn = "Toy"};
  evolve.bindings = {{.field = 0, .level = 0, .reads = true, .radius = {1, 1, 1}},
                     {.field = 0, .level = 1, .reads = true},
                     {.field = 0, .level = -1, .writes = true}};
  Task rotate{.id = 2, .kind = Task::rotate, .name = "rotate levels", .fields = {0}};
  program.tasks = {start, evolve, rotate};
  program.initial = {0};
  program.step = {1, 2};
  return program;
}

}  // namespace cardon::test
