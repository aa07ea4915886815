// SPDX-License-Identifier: Apache-2.0
// The resolved run: fields and tasks by number, as the schedule hands them to planner and driver.
#pragma once
#include <cardon/services/grid.hpp>
#include <cardon/thorn/thorn_declaration.hpp>
#include <string>
#include <vector>

namespace cardon {

class ParameterSet;

/// One scalar grid function with its time levels. Components of vectors and tensors, right-hand
/// sides ("phi.rhs") and the integrator's registers ("phi.r1") are grid functions of their own.
struct GridFunction {
  int id = 0;                   ///< index into Program::fields
  std::string name;             ///< "phi", "B_x"
  std::string thorn;            ///< that declares it, such as "WaveToy"
  std::string group;            ///< the declared field's name: "B"
  std::string description,      ///< one line for lists and outputs
      unit;                     ///< such as "m/s"; empty: none given
  Role role = Role::auxiliary;  ///< what the field is for
  bool internal = false;        ///< right-hand sides and registers: not for output
  int past = 0;                 ///< past levels kept
  bool has_next = false;        ///< a task writes next(field)
  bool overwrites = false;   ///< next shares the storage of the oldest level (only pointwise reads
                             ///< of that level, by its writer)
  bool has_boundary = true;  ///< filled at the domain's faces by the boundary of the parameter file
  int parity[3] = {1, 1, 1};       ///< factor under reflection in each direction
  Tensor tensor = Tensor::scalar;  ///< of the group
  Real wave_speed = 0;             ///< for the radiative boundary; 0: the field does not radiate
  Real far_value = 0;              ///< of the radiative boundary: the value at large distances
  int decay = 0;  ///< the part that is not a wave falls off as 1 / r^decay; 0: all is a wave

  /// Returns the name in parameter files and outputs: "WaveToy::phi".
  std::string full_name() const { return thorn + "::" + name; }
  /// Advanced in time: boundary conditions are meant for it. Other fields are continued flat at
  /// faces that are not symmetries, unless the face has a formula for them by name.
  bool is_advanced() const { return role == Role::evolved || has_next; }
  /// Arrays of storage it needs.
  int arrays() const { return 1 + past + (has_next && !overwrites ? 1 : 0); }
};

/// A field of a task. Levels as in plan::Slot: 0 current, n > 0 past, -1 next.
struct Binding {
  int field = 0;           ///< index into Program::fields
  int level = 0;           ///< as in plan::Slot
  bool reads = false,      ///< the task reads it
      writes = false;      ///< the task writes it, at the point
  Index3 radius{0, 0, 0};  ///< reach of reads in x, y and z
  std::string declared;    ///< the name the thorn uses: "phi", "B_x", "Other::rho"
  int declared_level = 0;  ///< the level the thorn uses (rhs_level for right-hand sides)
};

/// Which points a task computes besides being cut to the block.
enum class Region {
  everywhere,  ///< all points of the grid
  interior,    ///< all but boundary points: what the boundary service fills afterwards
  integrated   ///< Grid::integrated
};

/// The points of the grid that belong to a region.
inline Box points_of(const Grid& grid, Region region) {
  return region == Region::interior     ? grid.interior()
         : region == Region::integrated ? grid.integrated()
                                        : grid.domain();
}

/// A linear combination that an integrator asks for: target = sum factor[i] * source[i], pointwise,
/// in this order.
struct Combination {
  /// One summand.
  struct Term {
    int field = 0;          ///< index into Program::fields, or slot of a scalar
    Real factor = 0;        ///< of the field
    bool times_dt = false;  ///< the factor is multiplied by the length of the step
  };
  int target = 0;           ///< field or slot that is set; may be among the sources
  std::vector<Term> terms;  ///< in the order of summation
};

/// A scalar of a task. `lag` in steps.
struct ScalarRead {
  static constexpr int last_version = -1;  ///< after all tasks that set it
  int scalar = 0;                          ///< index into Program::scalars
  int lag = 0;                             ///< steps that the value is old; 0: of the same step
  std::string declared;  ///< the name the thorn uses: "total", "Other::total", "mode_2"
  /// How many times a scalar that tasks set is set in a step (or by the initial tasks)
  /// before this task reads it; last_version: after all of them.
  int version = 0;
};

/// A scalar that a task sets. The slot is the number of the scalar, or a higher one for a time
/// derivative; see Program::scalar_slots.
struct ScalarWrite {
  int slot = 0;          ///< number of the scalar or of its time derivative
  bool is_rate = false;  ///< the slot is a time derivative
  std::string declared;  ///< as in ScalarRead
};

/// One call of a task in a step (a task of EvolveRhs has one Task per stage).
struct Task {
  /// Calls a function of a thorn, adds up what an integrator asks for, fills points at faces, or
  /// renames time levels.
  enum Kind { compute, combine, boundary, rotate };
  int id = 0;           ///< index into Program::tasks
  Kind kind = compute;  ///< which of the members below are in use
  std::string
      name;  ///< "WaveToy::evolve", "WaveMoL::rhs [2/4]", "rk4 [2/4]", "boundary of WaveToy::phi"
  std::string thorn;                      ///< that declares it
  TaskFunction function;                  ///< kind compute
  std::vector<Combination> combinations;  ///< kind combine
  std::vector<Binding> bindings;          ///< what it reads and writes
  std::vector<int>
      fields;  ///< kind rotate: fields whose levels rotate; kind boundary: fields filled
  /// Kind boundary: right-hand sides of `fields`, which are filled instead; or empty.
  std::vector<int> rates;
  int level = 0;              ///< kind boundary: the level filled
  bool keeps_points = false;  ///< kind boundary: fills points outside the domain only
  bool faces[3][2] = {};      ///< kind boundary: the faces filled, [direction][0 lower, 1 upper]
  Region region = Region::everywhere;  ///< points that it computes
  Bin bin = Bin::initial;              ///< when it runs
  int stage = 0;                       ///< of the integrator, from 1; 0: not in a stage
  Real time_fraction =
      0;  ///< the task sees time t + time_fraction * dt; kind boundary: time of the level filled
  Real implicit_fraction = 0;             ///< of dt: Block::implicit_step()
  std::vector<int> scalars;               ///< scalars it reduces
  std::vector<ScalarRead> reads_scalars;  ///< of the same step or of earlier ones
  std::vector<ScalarWrite> sets;          ///< only of a ScalarTask
  int every = 1;                          ///< runs in steps whose number (from 0) is a multiple
  double flops = 0;                       ///< per point and call; 0: not declared
  bool serial = false;                    ///< never on several threads at once
  /// The name without the stage: "WaveMoL::rhs" of "WaveMoL::rhs [2/4]".
  std::string plain_name() const { return name.substr(0, name.find(" [")); }
};

/// A declared scalar with its number.
struct ScalarInfo {
  int id = 0;                 ///< index into Program::scalars
  std::string name,           ///< "total", "mode_2"
      thorn,                  ///< that declares it
      description,            ///< one line for lists and outputs
      unit;                   ///< such as "J"; empty: none given
  Reduce kind = Reduce::sum;  ///< reduction over the grid; unused in a state
  Real start = 0;             ///< before the first reduction
  std::string group{};    ///< the declared name of a component: "mode" of "mode_2"; else the name
  bool is_state = false;  ///< set by tasks, not reduced
  bool evolved = false;   ///< such a one that the integrator advances
  /// Returns the name in parameter files and outputs: "WaveToy::total".
  std::string full_name() const { return thorn + "::" + name; }
};

/// A task of scalars, which every rank runs once and not at points. Of the kind compute, or combine
/// with slots in place of fields.
struct ScalarTask {
  std::size_t position = 0;  ///< it precedes the task with this index in `initial` or `step`
  Task task;                 ///< its id means nothing
};

/// Where the integrator leaves its estimate of the error of a step.
struct ErrorEstimate {
  int value = 0;                       ///< grid function, or slot of a scalar
  int estimate = 0;                    ///< likewise
  Region region = Region::everywhere;  ///< points that have an estimate
};

/// Everything that is known before the decomposition.
struct Program {
  Grid grid;                         ///< points, domain and faces
  std::vector<GridFunction> fields;  ///< by id
  std::vector<ScalarInfo> scalars;   ///< by id
  std::vector<Task> tasks;           ///< by id
  /// Boundaries that thorns declare, as far as faces use them. Boundary tasks call their functions;
  /// bindings are of the level that is filled where they write, else of the current one.
  std::vector<Task> face_tasks;
  int face_task[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};  ///< of each face; -1: a service fills it
  std::vector<ScalarTask> initial_scalars,  ///< before the first step, in the order of execution
      step_scalars;                         ///< of one step, in the order of execution
  /// Numbers that these tasks handle: the scalars by their ids, then right-hand sides and registers
  /// of those that the integrator advances.
  int scalar_slots = 0;
  std::vector<int> initial;  ///< task ids in the order of execution, before the first step
  std::vector<int> step;  ///< of one step, all tasks; those with every > 1 drop out of other steps
  /// Analysis tasks in order; which of them run in a step depends on the outputs due. Their
  /// time_fraction is 1, the end of a step; see StepState::time_at for those of iteration 0.
  std::vector<int> analysis;
  /// Tasks of Terminate in order, as of the end of the last step.
  std::vector<int> terminate;
  std::vector<ErrorEstimate> estimates,  ///< of fields; empty: steps do not follow them
      scalar_estimates;                  ///< of scalars that the integrator advances
  Real dt = 0;                           ///< length of a step; 0: not known yet
  /// s; the step before it was shortened to hit time.stop.time and times of outputs exactly; 0
  /// where the step is not known yet
  Real longest_dt = 0;
};

}  // namespace cardon
