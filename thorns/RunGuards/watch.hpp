// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/step_service.hpp>
#include <filesystem>
#include <optional>
#include <string>

#include "run_requests.hpp"
#include "run_watch.hpp"

namespace cardon {

/// Stops a run early: for a signal, the file `stop` in its folder, the wall time, or an output that
/// could not be written; asks for checkpoints by the clock; and carries out what users ask for
/// meanwhile.
class Watch final : public StepService {
 public:
  static constexpr const char* section = "time.stop";
  static constexpr Parameter limit =
      Parameter{"wall", 3600.0, "Stop early enough to end within this wall-clock time", positive,
                unit("s")}
          .steerable();

  void open(const StepSetup& setup) override;
  void record_in(const std::filesystem::path& run_folder) override;
  StepOrder after_step(const StepView& step) override;
  bool idle(const StepView& step) const override;
  StepOrder hold(const StepView& step) override;
  void steered(const SteeredRun& run) override;
  void conclude() override;
  /// Its time has no row of its own.
  StepReport report(double) override { return requests_.report(); }

 private:
  StepOrder carry_out(const RunWatch::Order& told, const StepView& step, bool held);
  void change_wall(const SteeredRun& run);

  Driver* driver_ = nullptr;
  Transport* transport_ = nullptr;
  WatchSetup setup_;
  RunRequests requests_;
  double wall_ = 0;  // s, time.stop.wall as parameters have it
  bool adaptive_ = false;
  bool wall_steered_ = false;      // by a user of this run, not by a record
  std::optional<RunWatch> watch_;  // from the first step on
};

}  // namespace cardon
