// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/step_service.hpp>
#include <filesystem>
#include <optional>
#include <string>

#include "run_watch.hpp"

namespace cardon {

/// Stops a run early: for a signal, the file `stop` in its folder, the wall time, or an output that
/// could not be written; and asks for checkpoints by the clock.
class Watch final : public StepService {
 public:
  void open(const StepSetup& setup) override;
  void record_in(const std::filesystem::path& run_folder) override;
  StepOrder after_step(const StepView& step) override;
  void conclude() override;
  /// Its time has no row of its own.
  StepReport report(double) override { return {}; }

 private:
  Driver* driver_ = nullptr;
  Transport* transport_ = nullptr;
  WatchSetup setup_;
  std::optional<RunWatch> watch_;  // from the first step on
};

}  // namespace cardon
