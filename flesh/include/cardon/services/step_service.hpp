// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/driver.hpp>
#include <cardon/services/field_access.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/program.hpp>
#include <cardon/services/transport.hpp>
#include <filesystem>
#include <string>

namespace cardon {

/// What a run tells its step services before the first step. All of it outlives them.
struct StepSetup {
  const Program& program;
  const ParameterSet& parameters;
  Driver& driver;
  FieldAccess& fields;
  Transport& transport;  ///< between all ranks
  int tag;               ///< of messages: this one and the next are the service's own
  long first_iteration;  ///< before the first step: that of the checkpoint of a restart, or 0
  long last_iteration;
};

/// A run after a step.
struct StepView {
  long iteration = 0;  ///< 0: after the initial tasks
  Real time = 0;       ///< s
  bool last = false;   ///< whether no step follows
};

/// What a service asks for after a step. The same on all ranks.
struct StepOrder {
  std::string stop;         ///< why all ranks stop after this step; empty: they do not
  bool checkpoint = false;  ///< one is to be written of this step
  bool replan = false;      ///< links or blocks of the driver have changed
};

/// Something that a run does between steps, such as looking for NaN. Every service of this role
/// that is installed takes part in every run; one that has nothing to do returns at once. All
/// methods are called on all ranks at the same iterations, and may throw the same Error on all of
/// them to end the run. None of them may wait for other ranks at every step: see
/// cardon/kit/agreement.hpp.
class StepService {
 public:
  virtual ~StepService() = default;

  /// Before the first step. Collective.
  virtual void open(const StepSetup& setup) = 0;
  /// Where the run writes its results, before the first step; not called in a dry run.
  virtual void record_in(const std::filesystem::path&) {}
  /// After every step, before outputs of the step are written.
  virtual StepOrder after_step(const StepView& step) = 0;
  /// Before a checkpoint of this step is written; Driver::finish() has been called.
  virtual void before_checkpoint(const StepView&) {}
  /// When all ranks stop at the same step, or go back to an earlier one: ends what is under way.
  virtual void conclude() {}
  /// What its time is called in performance.tsv: "health check".
  virtual const char* activity() const = 0;
};

}  // namespace cardon
