// SPDX-License-Identifier: Apache-2.0
// The driver owns decomposition and storage and executes the plan over its blocks.
#pragma once
#include <cardon/plan/plan.hpp>
#include <cardon/services/decomposition.hpp>
#include <cardon/services/face_value.hpp>
#include <cardon/services/machine.hpp>
#include <cardon/services/program.hpp>
#include <cardon/services/timings.hpp>
#include <cardon/services/transport.hpp>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

class Boundary;
class Codec;
class ComputeEmulator;
class ExpressionFunction;
class ParameterSet;
class ScalarSink;
class TaskFailures;
class ThreadTeam;

/// What a face of the domain does: service, and the value given with it for all fields ("") or by
/// field.
struct FaceBoundary {
  std::shared_ptr<const Boundary> service;  ///< null: periodic
  std::map<std::string, FaceValue> values;  ///< by field; "": for all fields
};

/// What a driver is told of a run, whether it runs or only decomposes.
struct DriverSetup {
  const Program* program = nullptr;          ///< of the run; it outlives the driver
  const ParameterSet* parameters = nullptr;  ///< resolved values of the run
  FaceBoundary faces[3][2];                  ///< [direction][0 lower, 1 upper]
  ScalarSink* scalars = nullptr;             ///< for tasks with reductions
  TaskFailures* failures = nullptr;          ///< what tasks throw may wait there; null: it does not
  const Machine* machine = nullptr;          ///< null: one site
  /// Computes the parts of a task; the driver's, which it gives to what it is made of. Null: the
  /// calling thread computes.
  ThreadTeam* team = nullptr;
  /// Null: ranks compute as fast as they can.
  std::shared_ptr<const ComputeEmulator> compute_emulator;
  /// Makes codecs by name ("zlib"); throws Error registry/no-such-service.
  std::function<std::shared_ptr<Codec>(std::string_view name, const Location& where)> codec;
};

/// The running step.
struct StepState {
  long iteration = 0;  ///< steps finished
  Real time = 0;       ///< at the start of the step
  Real dt = 0;         ///< length of the step
  bool initial =
      false;  ///< before the first step: time stands still, but past levels are in the past
  /// Time that a task with this time_fraction sees.
  Real time_at(Real fraction) const {
    return initial && fraction > 0 ? time : time + fraction * dt;
  }
};

/// What else a driver can do is said by interfaces of their own, which it implements besides this
/// one: FieldAccess (required for a run), StorageAccess, Decomposer, Tunable, Predictable,
/// PrefetchFacts, TileFacts, BlockMigration, SiteDivision. offered_by() finds them.
class Driver {
 public:
  virtual ~Driver() = default;
  /// Decomposes, allocates (filled with NaN) and posts nothing. Collective over the ranks of
  /// `transport`, which outlives the driver. Throws Error (slug driver/...) if it cannot.
  virtual void setup(const DriverSetup& setup, Transport& transport) = 0;
  /// Returns the decomposition, which is the same on all ranks.
  virtual const Decomposition& decomposition() const = 0;
  /// The links of this rank's site with the ghost depth it gives them; known after setup. Link 0 is
  /// the one between the blocks of a site.
  virtual std::vector<plan::Link> links() const = 0;
  /// Executes operations in order. The operations of one step come in one or more calls; step_end
  /// is handled by the caller. May return before everything is done, so that blocks run ahead of
  /// each other; the operations live as long as the driver.
  virtual void execute(std::span<const plan::Operation> operations, const StepState& state) = 0;
  /// Brings all blocks to the end of what execute() was given. Before anybody looks at fields, and
  /// before ranks talk about anything else.
  virtual void finish() = 0;
  /// Returns the timings of this rank since setup().
  virtual const Timings& timings() const = 0;
};

/// Another interface that the driver implements; null: it does not.
template <class Interface>
Interface* offered_by(Driver& driver) {
  return dynamic_cast<Interface*>(&driver);
}

}  // namespace cardon
