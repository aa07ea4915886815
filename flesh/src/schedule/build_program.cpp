// SPDX-License-Identifier: Apache-2.0
#include "schedule/build_program.hpp"

#include "schedule/passes.hpp"

namespace cardon {

Program build_program(const ScheduleInput& input, std::vector<Problem>& problems) {
  Draft draft{.input = input, .problems = problems, .grid = input.grid};
  declare_quantities(draft);
  resolve_tasks(draft);
  check_tasks(draft);
  check_fields(draft);
  check_stages(draft);
  complete_grid(draft);
  check_radiation(draft);
  check_faces(draft);
  const auto order = order_tasks(draft);
  Program program = assemble(draft, order);
  check_written(draft, program);
  find_overwrites(program);
  return program;
}

}  // namespace cardon
