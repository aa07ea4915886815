// SPDX-License-Identifier: Apache-2.0
// What was seen of one task, and how it is told.
#pragma once
#include <cardon/services/program.hpp>
#include <cardon/thorn/error.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Of one field and time level.
struct SlotFindings {
  const Binding* binding = nullptr;
  bool reads = false, writes = false;
  Index3 declared{0, 0, 0};  ///< radius; 0 in directions that the grid does not have
  Index3 used{0, 0, 0};      ///< radius seen within the declared stencil
  bool used_at_all = false;
  std::vector<Index3> beyond;    ///< offsets read outside the declared stencil, each once
  std::vector<Index3> strayed;   ///< offsets written, each once
  bool reads_own_write = false;  ///< the old value matters though only a write is declared
  bool left_alone = false;       ///< not written at some point, though only a write is declared
  bool left_alone_at_plain_values = false;  ///< where all values were positive
  bool never_written = true;
};

struct TaskFindings {
  const Task* task = nullptr;
  const Program* program = nullptr;
  bool at_face = false;  ///< a boundary that a thorn declares
  std::vector<SlotFindings> slots;
  bool impure = false;
  bool knows_storage = false;  ///< the result depends on where a point is stored
  bool knows_region = false;   ///< the result depends on the other points of the call
  bool knows_index = false;    ///< the result depends on the number of a point, not its place
  std::vector<std::string> undeclared_scalars,
      unreduced_scalars;  ///< full names; declared, and reduced nowhere on the grid
};

void append_errors(const TaskFindings& findings, std::vector<Problem>& errors);
void append_warnings(const TaskFindings& findings, std::vector<Problem>& warnings);

}  // namespace cardon
