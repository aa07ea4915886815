// SPDX-License-Identifier: Apache-2.0
// The passes of build_program, in the order in which they run. Each appends what is wrong to
// draft.problems.
#pragma once
#include <vector>

#include "schedule/draft.hpp"

namespace cardon {

/// draft.fields and draft.scalars from the declarations.
void declare_quantities(Draft& draft);
/// draft.tasks and draft.idle: evaluates conditions, resolves the names of fields and scalars.
void resolve_tasks(Draft& draft);
/// What each single task may do: levels in their bins, no stencil in place, `every`, what Analysis
/// may write, where scalars are reduced. Scalars that nobody reduces.
void check_tasks(Draft& draft);
/// Who advances evolved fields; sets has_next. Derived fields that nobody computes.
void check_fields(Draft& draft);
/// The integrator's own table.
void check_stages(Draft& draft);
/// draft.grid: radius and layers at the faces.
void complete_grid(Draft& draft);
/// Radiative faces: wave speeds of the fields and who may use them.
void check_radiation(Draft& draft);
/// Fields without boundary that somebody needs at the faces.
void check_faces(Draft& draft);
/// The order in which the tasks of each bin run: bin -> indices into draft.tasks.
std::vector<std::vector<int>> order_tasks(Draft& draft);
/// The program, but for what follows from the order of its tasks.
Program assemble(const Draft& draft, const std::vector<std::vector<int>>& order);
/// Reads of what nothing has written before.
void check_written(Draft& draft, const Program& program);
/// Which fields may store their next level over their oldest one.
void find_overwrites(Program& program);

/// Where a task computes. Tasks of Evolve and EvolveRhs, and those that read with a stencil, leave
/// boundary points to the boundary; a pointwise task that writes no field with a boundary computes
/// all points.
Region region_of(const Draft& draft, const ActiveTask& task);
/// Whether a face is filled after a task with region `writer` has written a level of the field.
/// What a task has computed at all points is left alone by boundaries that need the level before,
/// and, in fields that are not advanced, wherever no points outside the domain are wanted.
bool fills_face(const Draft& draft, const GridFunction& f, int level, Region writer, int d,
                int side);

}  // namespace cardon
