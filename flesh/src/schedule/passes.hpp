// SPDX-License-Identifier: Apache-2.0
// The passes of build_program, in the order in which they run. Each appends what is wrong to
// builder.problems.
#pragma once
#include <set>
#include <vector>

#include "schedule/schedule_builder.hpp"

namespace cardon {

/// builder.fields and builder.scalars from the declarations.
void declare_quantities(ScheduleBuilder& builder);
/// builder.tasks and builder.idle: evaluates conditions, resolves the names of fields and scalars.
void resolve_tasks(ScheduleBuilder& builder);
/// builder.face_tasks and builder.face_task.
void resolve_boundaries(ScheduleBuilder& builder);
/// What each single task may do: levels in their bins, no stencil in place, `every`, what Analysis
/// may write.
void check_tasks(ScheduleBuilder& builder);
/// Scalars: who reduces them, and whether that is before those who read them.
void check_scalars(ScheduleBuilder& builder);
/// Scalars that tasks set: what these tasks may do, and whether each scalar has its task.
void check_state_scalars(ScheduleBuilder& builder);
/// Who advances evolved fields; sets has_next. Derived fields that nobody computes.
void check_fields(ScheduleBuilder& builder);
/// The integrator's own table.
void check_stages(ScheduleBuilder& builder);
/// builder.grid: radius and layers at the faces.
void complete_grid(ScheduleBuilder& builder);
/// Radiative faces: wave speeds of the fields and who may use them.
void check_radiation(ScheduleBuilder& builder);
/// Fields without boundary that somebody needs at the faces.
void check_faces(ScheduleBuilder& builder);
/// The order in which the tasks of each bin run: bin -> indices into builder.tasks.
std::vector<std::vector<int>> order_tasks(ScheduleBuilder& builder);
/// The program, but for what follows from the order of its tasks. Reports fields that a boundary of
/// a thorn cannot fill in time.
Program assemble(ScheduleBuilder& builder, const std::vector<std::vector<int>>& order);
/// Reads of what nothing has written before.
void check_written(ScheduleBuilder& builder, const Program& program);
/// Which fields may store their next level over their oldest one.
void find_overwrites(Program& program);

/// Where a task computes. Tasks of Evolve and EvolveRhs, and those that read with a stencil, leave
/// boundary points to the boundary; a pointwise task that writes no field with a boundary computes
/// all points.
Region region_of(const ScheduleBuilder& builder, const ActiveTask& task);
/// Whether a face is filled after a task with region `writer` has written a level of the field.
/// What a task has computed at all points is left alone by boundaries that need the level before,
/// and, in fields that are not advanced, wherever no points outside the domain are wanted.
bool fills_face(const ScheduleBuilder& builder, const GridFunction& f, int level, Region writer,
                int d, int side);
/// Whether the boundary of a thorn fills what the task writes.
bool fills_after(const Task& boundary, const Task& writer);
/// The bins in which the boundary of a thorn fills: those of the tasks that write its fields, and
/// EvolveRhs where the integrator advances one of them.
std::set<Bin> filling_bins(const ScheduleBuilder& builder, const Task& boundary);

}  // namespace cardon
