// SPDX-License-Identifier: Apache-2.0
// What a thorn declares: the run-time record that CARDON_THORN fills and the flesh reads.
#pragma once
#include <cardon/thorn/block_function.hpp>
#include <cardon/thorn/field.hpp>
#include <cardon/thorn/parameter_declaration.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cardon {

class Block;
using TaskFunction = BlockFunction<void, Block>;  ///< computes on one region of a block
/// Returns the time step that a Courant factor of 1 stands for.
using StepLimitFunction = BlockFunction<Real, const Block>;

/// Time bins in the order of a step. Initial runs once before the first step; Evolve holds tasks
/// that compute next levels themselves; EvolveRhs runs in every stage of the integrator, and
/// Implicit after it in stages that are implicit; the time levels rotate between them and PostStep;
/// Analysis runs when an output needs it; Terminate once after the last step, its outputs and its
/// checkpoint.
enum class Bin {
  initial,     ///< Initial
  pre_step,    ///< PreStep
  evolve,      ///< Evolve
  evolve_rhs,  ///< EvolveRhs
  implicit,    ///< Implicit
  post_step,   ///< PostStep
  analysis,    ///< Analysis
  terminate    ///< Terminate
};
inline constexpr Bin Initial = Bin::initial;       ///< once before the first step
inline constexpr Bin PreStep = Bin::pre_step;      ///< at the start of each step
inline constexpr Bin Evolve = Bin::evolve;         ///< computes next levels itself
inline constexpr Bin EvolveRhs = Bin::evolve_rhs;  ///< sets rhs() in every stage of the integrator
inline constexpr Bin Implicit = Bin::implicit;     ///< solves the implicit part of a stage
inline constexpr Bin PostStep = Bin::post_step;    ///< after the time levels have rotated
inline constexpr Bin Analysis = Bin::analysis;     ///< when an output needs it
inline constexpr Bin Terminate = Bin::terminate;   ///< once after the last step
/// Tasks of the bin analyse a run and change nothing in it.
constexpr bool only_looks(Bin bin) { return bin == Bin::analysis || bin == Bin::terminate; }

/// A field as named by a task: own short name or "Other::rho".
struct FieldUse {
  std::string name;        ///< short name, or "Other::rho"
  int level = 0;           ///< as in FieldRef
  Index3 radius{0, 0, 0};  ///< reach of the stencil in x, y and z; 0 where the task writes
};

/// A scalar that a task reads or sets: own short name or "Other::total".
struct ScalarUse {
  std::string name;      ///< short name, or "Other::total"
  int lag = 0;           ///< in steps
  bool is_rate = false;  ///< its time derivative
};

/// The task runs only if the parameter has the value (as text of the resolved value: "true", "4",
/// "gaussian").
struct Condition {
  std::string parameter;  ///< name in the section of the same thorn
  std::string value;      ///< that it must have
};

/// One task of a time bin, or one boundary of a thorn.
struct TaskDeclaration {
  std::string name;                  ///< short name, such as "wave_rhs"
  TaskFunction function;             ///< called for each region; see Block
  Bin bin = Bin::initial;            ///< when it runs; unused in boundaries
  std::vector<FieldUse> reads;       ///< fields, with the reach of their stencils
  std::vector<FieldUse> writes;      ///< fields, at the point itself
  std::vector<std::string> reduces;  ///< names of scalars
  std::vector<std::string>
      before,  ///< tasks that it precedes: "task" of the same thorn or "Thorn::task"
      after;   ///< tasks that it follows
  std::vector<Condition> when;     ///< all must hold
  int every = 1;                   ///< runs in steps whose number (from 0) is a multiple
  double flops = 0;                ///< per point; 0: not declared
  double flops_per_direction = 0;  ///< besides, for each direction of the grid
  std::vector<ScalarUse> scalars;  ///< that it reads
  std::vector<ScalarUse> sets;     ///< scalars that it sets
  bool serial = false;             ///< never on several threads at once

  /// Per point of a grid with so many directions.
  double flops_on(int dimensions) const { return flops + dimensions * flops_per_direction; }
};

/// One field of a thorn.
struct FieldDeclaration {
  std::string name,                ///< short name, an identifier
      description,                 ///< one line for lists and outputs
      unit;                        ///< such as "m/s"; empty: none given
  Tensor tensor = Tensor::scalar;  ///< its components
  Role role = Role::auxiliary;  ///< whether it is advanced, computed for output or stored besides
  int past = 0;                 ///< number of past time levels kept besides the current one
  bool has_boundary = true;  ///< filled at the domain's faces by the boundary of the parameter file
};

/// One scalar of a thorn.
struct ScalarDeclaration {
  std::string name,           ///< short name, an identifier
      description,            ///< one line for lists and outputs
      unit;                   ///< such as "m/s"; empty: none given
  Reduce kind = Reduce::sum;  ///< reduction over the grid; unused in a state
  Real start = 0;             ///< the value before the first reduction
  bool is_state = false;      ///< set by tasks, not reduced
  bool evolved = false;       ///< such a one that the integrator advances
  int parts = 0;              ///< number of components; 0: a single number
};

/// Far from its source the field behaves as far_value + u(r - speed t) / r, and the rest as
/// 1 / r^decay.
struct RadiationDeclaration {
  std::string field;   ///< short name of a field, or of a component such as "g_xx"
  std::string speed;   ///< Real parameter of the same thorn, or a number
  Real far_value = 0;  ///< the value at large distances
  int decay = 0;       ///< 0: all is a wave
};

/// One limit of the time step.
struct StepLimitDeclaration {
  std::string name;            ///< of the function, or of the scalar
  StepLimitFunction function;  ///< null: the minimum of the scalar `name`, for adaptive steps
};

/// A parameter in a section that others own, such as time.stop.
struct SharedParameter {
  std::string section;             ///< path of the section
  ParameterDeclaration parameter;  ///< the parameter itself
};

/// One service that a thorn provides.
struct ServiceDeclaration {
  std::string role;         ///< "driver", "transport", "integrator", "boundary", "output"
  std::string name;         ///< as in parameter files: "rk4"
  std::string description;  ///< one line for lists
  std::string section;      ///< parameter section it reads ("output.fields"), or empty
  bool repeatable = false;  ///< the section may be a list: several instances
  std::vector<ParameterDeclaration> parameters;    ///< of the section
  std::vector<SharedParameter> shared_parameters;  ///< of other sections
  std::vector<std::string> features;               ///< words of feature.hpp
  /// Chains with this codec that a tuner may try if the user names none.
  std::vector<std::vector<std::string>> chains;
  /// Makes an instance of the class of the role; null until the module of a lazily provided service
  /// is known.
  std::function<std::shared_ptr<void>()> make;
};

/// All that a thorn declares.
struct ThornDeclaration {
  std::string name,                    ///< as in CARDON_THORN(Name)
      summary;                         ///< one line for lists
  std::vector<std::string> authors;    ///< one name each
  std::vector<std::string> citations;  ///< works to cite, one line each
  /// Parameters in the order of their declaration, as all lists below.
  std::vector<ParameterDeclaration> parameters;
  std::vector<FieldDeclaration> fields;    ///< evolved, auxiliary and derived
  std::vector<ScalarDeclaration> scalars;  ///< reduced and set
  std::vector<TaskDeclaration> tasks;      ///< of all time bins
  /// What the thorn can do at faces of the domain: tasks without a bin. What they write is what
  /// they fill, what they read they read inwards along the normal.
  std::vector<TaskDeclaration> boundaries;
  std::vector<StepLimitDeclaration> step_limits;  ///< the smallest counts
  std::vector<RadiationDeclaration> radiations;   ///< of the radiative boundary
  std::vector<ServiceDeclaration> services;       ///< empty in application thorns
};

}  // namespace cardon
