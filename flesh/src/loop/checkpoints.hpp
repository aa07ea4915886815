// SPDX-License-Identifier: Apache-2.0
// The checkpoints of a run.
#pragma once
#include <cardon/kit/checkpoint/checkpoint_writer.hpp>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "checkpoint/checkpoint_manifest.hpp"
#include "scalars/scalar_reductions.hpp"
#include "startup/placed_run.hpp"

namespace cardon {

/// Gives the service that writes them what a restart needs. Nothing is set up, and HDF5 is not
/// touched, before the first one.
class Checkpoints {
 public:
  /// `storage`: null: the driver has none.
  Checkpoints(const PlacedRun& placed, Warnings& warnings, StorageAccess* storage,
              const ScalarReductions& scalars, const StepClock& clock);

  /// The provenance of the run goes into every checkpoint. `shared`: as RunFolder::shared().
  /// `has_room`: as CheckpointSetup::has_room. Throws Error checkpoint/driver if the user asks for
  /// checkpoints of a driver that has none.
  void open(const std::filesystem::path& folder, const std::string& provenance,
            const std::vector<bool>& shared, long first_iteration,
            std::function<bool(Problem&)> has_room);
  /// Parameters have changed.
  void steered() {
    if (writer_) writer_->read(*setup_.parameters);
  }
  /// Whether the run is to be saved now; false where the services for that are not installed.
  bool is_due(const CheckpointMoment& moment) { return opened_ && writer_->is_due(moment); }
  /// On all ranks at the same iteration, after Driver::finish(). `services`: states of step
  /// services by their names, as JSON. `tables`: on rank 0, what the tables of the run folder hold
  /// at this step. `longest_dt`: as Program::longest_dt, by the parameters as they are now.
  void save(long iteration, Real longest_dt, const nlohmann::json& services,
            std::vector<TableState> tables = {});
  /// After every step. False: there has been no checkpoint yet.
  bool poll() {
    if (begun_) writer_->poll();
    return begun_;
  }
  /// Waits until nothing is under way.
  void finish() {
    if (begun_) writer_->finish();
  }

  /// Whether one was begun, complete or not.
  bool any() const { return begun_; }
  CheckpointFigures figures() const { return begun_ ? writer_->figures() : CheckpointFigures{}; }
  /// As CheckpointWriter has it; 0 without one.
  double wall() const { return writer_ ? writer_->wall() : 0; }
  /// Whether a run that stops early is to leave one. Without the service it is, and cannot.
  bool saves_on_stop() const { return !writer_ || writer_->saves_on_stop(); }
  /// checkpoints/it000200 in the run folder, of the last complete one; empty: none. On rank 0.
  std::filesystem::path last() const;
  /// What went wrong last; empty: nothing did. On rank 0.
  const std::string& failure() const { return failure_; }

 private:
  CheckpointManifest manifest(long iteration, Real longest_dt,
                              const nlohmann::json& services) const;

  const PlacedRun& placed_;
  const CheckedRun& setup_;
  Warnings& warnings_;
  StorageAccess* storage_;
  const ScalarReductions& scalars_;
  const StepClock& clock_;
  std::shared_ptr<CheckpointWriter> writer_;  // null: one of the services is not installed
  std::filesystem::path folder_;
  nlohmann::json provenance_;
  bool opened_ = false, begun_ = false;
  std::string failure_;
};

}  // namespace cardon
