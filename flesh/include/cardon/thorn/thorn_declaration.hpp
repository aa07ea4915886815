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
using TaskFunction = BlockFunction<void, Block>;
/// Returns the time step that a Courant factor of 1 stands for.
using StepLimitFunction = BlockFunction<Real, const Block>;

/// Time bins in the order of a step. Initial runs once before the first step; Evolve holds tasks
/// that compute next levels themselves; EvolveRhs runs in every stage of the integrator, and
/// Implicit after it in stages that are implicit; the time levels rotate between them and PostStep;
/// Analysis runs when an output needs it; Terminate once after the last step, its outputs and its
/// checkpoint.
enum class Bin { initial, pre_step, evolve, evolve_rhs, implicit, post_step, analysis, terminate };
inline constexpr Bin Initial = Bin::initial;
inline constexpr Bin PreStep = Bin::pre_step;
inline constexpr Bin Evolve = Bin::evolve;
inline constexpr Bin EvolveRhs = Bin::evolve_rhs;
inline constexpr Bin Implicit = Bin::implicit;
inline constexpr Bin PostStep = Bin::post_step;
inline constexpr Bin Analysis = Bin::analysis;
inline constexpr Bin Terminate = Bin::terminate;
/// Tasks of the bin look at a run and change nothing in it.
constexpr bool only_looks(Bin bin) { return bin == Bin::analysis || bin == Bin::terminate; }

/// A field as named by a task: own short name or "Other::rho".
struct FieldUse {
  std::string name;
  int level = 0;  ///< as in FieldRef
  Index3 radius{0, 0, 0};
};

/// A scalar that a task reads or sets: own short name or "Other::total".
struct ScalarUse {
  std::string name;
  int lag = 0;           ///< in steps
  bool is_rate = false;  ///< its time derivative
};

/// The task runs only if the parameter has the value (as text of the resolved value: "true", "4",
/// "gaussian").
struct Condition {
  std::string parameter;
  std::string value;
};

struct TaskDeclaration {
  std::string name;
  TaskFunction function;
  Bin bin = Bin::initial;
  std::vector<FieldUse> reads;
  std::vector<FieldUse> writes;
  std::vector<std::string> reduces;        ///< names of scalars
  std::vector<std::string> before, after;  ///< "task" of the same thorn or "Thorn::task"
  std::vector<Condition> when;             ///< all must hold
  int every = 1;                           ///< runs in steps whose number (from 0) is a multiple
  double flops = 0;                        ///< per point; 0: not declared
  double flops_per_direction = 0;          ///< besides, for each direction of the grid
  std::vector<ScalarUse> scalars;          ///< that it reads
  std::vector<ScalarUse> sets;             ///< scalars that it sets
  bool serial = false;                     ///< never on several threads at once

  /// Per point of a grid with so many directions.
  double flops_on(int dimensions) const { return flops + dimensions * flops_per_direction; }
};

struct FieldDeclaration {
  std::string name, description, unit;
  Tensor tensor = Tensor::scalar;
  Role role = Role::auxiliary;
  int past = 0;
  bool has_boundary = true;
};

struct ScalarDeclaration {
  std::string name, description, unit;
  Reduce kind = Reduce::sum;
  Real start = 0;         ///< the value before the first reduction
  bool is_state = false;  ///< set by tasks, not reduced
  bool evolved = false;   ///< such a one that the integrator advances
  int parts = 0;          ///< number of components; 0: a single number
};

/// Far from its source the field behaves as far_value + u(r - speed t) / r, and what is no wave as
/// 1 / r^decay.
struct RadiationDeclaration {
  std::string field;
  std::string speed;  ///< Real parameter of the same thorn, or a number
  Real far_value = 0;
  int decay = 0;  ///< 0: all is a wave
};

struct StepLimitDeclaration {
  std::string name;
  StepLimitFunction function;  ///< null: the minimum of the scalar `name`, for adaptive steps
};

struct ServiceDeclaration {
  std::string role;  ///< "driver", "transport", "integrator", "boundary", "output"
  std::string name;  ///< as in parameter files: "rk4"
  std::string description;
  std::string section;      ///< parameter section it reads ("output.fields"), or empty
  bool repeatable = false;  ///< the section may be a list: several instances
  std::vector<ParameterDeclaration> parameters;
  std::vector<std::string> features;  ///< words of feature.hpp
  /// Of a codec: chains with it that a tuner may try where the user names none.
  std::vector<std::vector<std::string>> chains;
  std::function<std::shared_ptr<void>()> make;
};

struct ThornDeclaration {
  std::string name, summary;
  std::vector<std::string> authors;    ///< one name each
  std::vector<std::string> citations;  ///< works to cite, one line each
  std::vector<ParameterDeclaration> parameters;
  std::vector<FieldDeclaration> fields;
  std::vector<ScalarDeclaration> scalars;
  std::vector<TaskDeclaration> tasks;
  /// What the thorn can do at faces of the domain: tasks without a bin. What they write is what
  /// they fill, what they read they read inwards along the normal.
  std::vector<TaskDeclaration> boundaries;
  std::vector<StepLimitDeclaration> step_limits;
  std::vector<RadiationDeclaration> radiations;
  std::vector<ServiceDeclaration> services;
};

}  // namespace cardon
