// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/tuning/tuning_spec.hpp>
#include <cardon/services/step_service.hpp>
#include <memory>
#include <string>
#include <vector>

#include "tuning_loop.hpp"

namespace cardon {

/// Lets the tuner of the section `tuning` change what the driver leaves to it, while the run goes
/// on. Does nothing where no tuner is wanted, or nothing can be tuned.
class Tuning final : public StepService {
 public:
  /// Settings of an earlier run (tuning.start, else those of the checkpoint of a restart) become
  /// those of the driver, as far as the user left them to the tuner. Throws Error tuning/start.
  void open(const StepSetup& setup) override;
  void record_in(const std::filesystem::path& run_folder) override;
  StepOrder after_step(const StepView& step) override;
  /// The settings of the driver.
  std::string before_checkpoint(const StepView& step) override;
  void conclude() override;
  StepReport report(double evolution) override;

 private:
  std::vector<std::string> take_lines();

  Tunable* tunable_ = nullptr;
  Transport* transport_ = nullptr;
  std::vector<LinkEnds> links_;
  std::unique_ptr<TuningLoop> loop_;  // null: nothing is tuned
};

}  // namespace cardon
