// SPDX-License-Identifier: Apache-2.0
#include "schedule/build_program.hpp"

#include "schedule/passes.hpp"

namespace cardon {

Program build_program(const ScheduleInput& input, std::vector<Problem>& problems) {
  ScheduleBuilder builder{.input = input, .problems = problems, .grid = input.grid};
  declare_quantities(builder);
  resolve_tasks(builder);
  resolve_boundaries(builder);
  check_tasks(builder);
  check_scalars(builder);
  check_state_scalars(builder);
  check_fields(builder);
  check_stages(builder);
  complete_grid(builder);
  check_radiation(builder);
  check_faces(builder);
  const auto order = order_tasks(builder);
  Program program = assemble(builder, order);
  check_written(builder, program);
  find_overwrites(program);
  return program;
}

}  // namespace cardon
