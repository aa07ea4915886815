// SPDX-License-Identifier: Apache-2.0
// The checkpoints of a run.
#pragma once
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "checkpoint/checkpoint_saver.hpp"
#include "scalars/scalar_reductions.hpp"
#include "startup/placed_run.hpp"

namespace cardon {

/// Writes them to the run folder, with everything that a restart needs. Nothing is set up, and HDF5
/// is not touched, before the first one.
class Checkpoints {
 public:
  /// `storage`: null: the driver has none.
  Checkpoints(const PlacedRun& placed, Warnings& warnings, StorageAccess* storage,
              const ScalarReductions& scalars, const StepClock& clock)
      : placed_(placed),
        setup_(placed.run),
        warnings_(warnings),
        storage_(storage),
        scalars_(scalars),
        clock_(clock) {}

  /// The provenance of the run goes into every checkpoint. `shared`: as RunFolder::shared(). Throws
  /// Error checkpoint/driver if the user asks for checkpoints of a driver that has none.
  void open(const std::filesystem::path& folder, const std::string& provenance,
            const std::vector<bool>& shared = {});
  /// On all ranks at the same iteration, after Driver::finish(). `services`: states of step
  /// services by their names, as JSON. Throws Error registry/no-such-service without a format.
  /// `tables`: on rank 0, what the tables of the run folder hold at this step.
  /// `longest_dt`: as Program::longest_dt, by the parameters as they are now.
  void save(long iteration, Real longest_dt, const nlohmann::json& services,
            std::vector<TableState> tables = {});
  /// After every step. False: there has been no checkpoint yet.
  bool poll();
  /// Waits until nothing is under way.
  void finish();

  /// Whether one was begun, complete or not.
  bool any() const { return saver_ != nullptr; }
  CheckpointFigures figures() const { return saver_ ? saver_->figures() : CheckpointFigures{}; }
  /// s from the beginning of a checkpoint to its end, judged by those that were written.
  double seconds_each() const;
  /// checkpoints/it000200 in the run folder, of the last complete one; empty: none. On rank 0.
  std::filesystem::path last() const;
  /// What went wrong last; empty: nothing did. On rank 0.
  const std::string& failure() const { return failure_; }

 private:
  bool start_saver();
  CheckpointManifest manifest(long iteration, Real longest_dt,
                              const nlohmann::json& services) const;

  const PlacedRun& placed_;
  const CheckedRun& setup_;
  Warnings& warnings_;
  StorageAccess* storage_;
  const ScalarReductions& scalars_;
  const StepClock& clock_;
  std::filesystem::path folder_;
  std::vector<bool> shared_;
  nlohmann::json provenance_;
  std::unique_ptr<CheckpointSaver> saver_;
  std::string failure_;
};

}  // namespace cardon
