// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/driver.hpp>
#include <cardon/services/field_access.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/program.hpp>
#include <cardon/services/role_name.hpp>
#include <cardon/services/transport.hpp>
#include <cardon/steering/parameter_steering.hpp>
#include <cardon/thorn/error.hpp>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cardon {

class StandingTunlet;
struct TuningSpec;
class TaskFailures;

/// Times on the wall clock.
struct WallTimes {
  double started = 0;     ///< when the program was, by seconds_now()
  double checkpoint = 0;  ///< s between checkpoints; 0: not by the clock
};

/// What a run tells its step services before the first step. All that is referred to outlives them.
struct StepSetup {
  const Program& program;          ///< of the run
  const ParameterSet& parameters;  ///< resolved values of the run, as they are at the moment
  Driver& driver;                  ///< of this rank; may be changed in StepOrder::change only
  FieldAccess& fields;             ///< values of fields, as the driver holds them
  Transport& transport;            ///< between all ranks
  int tag = 0;                     ///< of messages: this one and the next are the service's own
  long first_iteration = 0;  ///< before the first step: that of the checkpoint of a restart, or 0
  long last_iteration = 0;   ///< where steps are adaptive, as far as is foreseen
  bool adaptive = false;     ///< steps are, and may be rejected
  /// What the driver was told besides: machine, codecs, faces. Null: nothing (in tests).
  const DriverSetup* driver_setup = nullptr;
  /// The section `tuning`, as it is at the moment: a run can be steered.
  const TuningSpec* tuning = nullptr;
  WallTimes wall = {};  ///< as far as parameters and the launcher give them
  /// What StepService::before_checkpoint() returned before the checkpoint of a restart was written;
  /// empty: nothing.
  std::string state = {};
  /// A new service; see make().
  std::function<std::shared_ptr<void>(std::string_view role, std::string_view name,
                                      const Location& where)>
      make_service = {};
  /// Adds a warning of the run.
  std::function<void(const Problem& problem)> warn = {};

  /// What tasks have thrown that waits for a check of the fields; null: nothing does (in tests).
  TaskFailures* failures = nullptr;

  /// Changes parameters between steps; null: nobody can (in tests).
  ParameterSteering* steering = nullptr;
  /// Step services of this run that are tunlets as well, once all of them are open.
  std::function<std::vector<StandingTunlet*>()> standing_tunlets = {};

  /// A new service by its name: make<Tuner>("model"). Throws Error registry/no-such-service at
  /// `where`.
  template <class Role>
  std::shared_ptr<Role> make(std::string_view name, const Location& where = {}) const {
    return std::static_pointer_cast<Role>(make_service(role_name<Role>, name, where));
  }
};

/// A run after a step.
struct StepView {
  long iteration = 0;  ///< 0: after the initial tasks
  Real time = 0;       ///< s
  bool last = false;   ///< whether no step follows
  Real dt = 0;         ///< s, length of the step; 0: not known
  /// Steps of this run that were rejected because they were too long. Where it has grown, what
  /// is under way about iterations up to the one before is void.
  long rejected = 0;
  double evolution = 0;        ///< s that steps and services took so far on this rank
  double checkpoint = 0;       ///< s that a checkpoint at the end would take, as far as is known
  bool output_failed = false;  ///< this rank could not write an output, and the run is to stop
  int signal = 0;              ///< the first one that asked this process to stop; 0: none
  /// Steps that were taken, rejected ones included: grows by one from call to call.
  long steps_taken() const { return iteration + rejected; }
};

/// What a service asks for after a step. The same on all ranks, but for `lines`.
struct StepOrder {
  std::string stop;         ///< why all ranks stop after this step; empty: they do not
  bool checkpoint = false;  ///< one is to be written of this step
  /// Carried out after the outputs of the step: brings the driver to its end (Driver::finish) and
  /// changes its settings or moves its blocks. True: its links or blocks are others now, and the
  /// plan for what follows is made again. Empty: nothing is changed.
  std::function<bool()> change = {};
  std::vector<std::string> lines = {};  ///< for the screen; those of rank 0 are shown
  /// The run pauses after this step, when all else of the order is done. The service's hold() is
  /// called, again and again, until what it returns does not ask for this any more.
  bool hold = false;
};

/// What a run tells of a service when it is over.
struct StepReport {
  /// What its time is called in performance.tsv, the same on all ranks: "health check". Empty: it
  /// has no row there.
  std::string activity;
  /// s on this rank for that row; nothing: what after_step() and changes took.
  std::optional<double> seconds = {};
  std::vector<std::string> lines = {};    ///< before the closing table, on rank 0
  std::vector<std::string> closing = {};  ///< below it, on rank 0
  std::string summary = {};               ///< JSON for summary.json, on rank 0; empty: none
  std::optional<Error> failure = {};      ///< a file that could not be written, on rank 0
  /// What the service found too late to end the run earlier, on rank 0: results are written, and
  /// then the run ends with this error.
  std::optional<Error> error = {};
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
  /// Once for every step taken, before outputs of the step are written. Where steps were rejected,
  /// the iteration is that to which the run went back.
  virtual StepOrder after_step(const StepView& step) = 0;
  /// Whether after_step() would do nothing after this step, as for a service that the run does not
  /// use or that acts every 25 steps. It is then not called: where a step takes a microsecond,
  /// calls and a look at the clock count.
  virtual bool idle(const StepView&) const { return false; }
  /// Before a checkpoint of this step is written; Driver::finish() has been called. Returns what a
  /// restart needs, as JSON on rank 0; empty: nothing.
  virtual std::string before_checkpoint(const StepView&) { return {}; }
  /// When all ranks stop at the same step: ends what is under way.
  virtual void conclude() {}
  /// After conclude(). `evolution`: s of the rank that took longest. Collective.
  virtual StepReport report(double evolution) = 0;

  /// While the run pauses after this step: waits a moment, for other ranks as well, and says what
  /// is to be done now.
  virtual StepOrder hold(const StepView&) { return {}; }
  /// Whether the run pauses after this step, which another service may have asked for.
  virtual void paused(const StepView&, bool) {}
  /// Parameters have changed after this step. Collective.
  virtual void steered(const SteeredRun&) {}
  /// Somebody knows that the run, the machine or the network is not what it was: a service that
  /// searches for settings forgets what it has measured and starts from those that hold. After the
  /// same step on all ranks and Driver::finish(). Collective.
  virtual void replan() {}
};

}  // namespace cardon
