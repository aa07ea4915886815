// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/step_service.hpp>
#include <filesystem>
#include <memory>
#include <optional>

#include "run_page.hpp"

namespace cardon {

/// Loads the live page, with its libraries for HTTP and TLS, in runs that serve it or check its
/// certificate: most runs do neither.
class PageOnDemand final : public StepService {
 public:
  void open(const StepSetup& setup) override;
  void record_in(const std::filesystem::path& run_folder) override;
  StepOrder after_step(const StepView& step) override {
    return page_ ? page_->after_step(step) : StepOrder{};
  }
  bool idle(const StepView& step) const override { return !page_ || page_->idle(step); }
  void conclude() override;
  StepReport report(double evolution) override;
  void paused(const StepView& step, bool now) override;
  void steered(const SteeredRun& run) override;

 private:
  void load();

  std::optional<StepSetup> setup_;
  std::shared_ptr<RunPage> page_;  // null: not loaded
};

}  // namespace cardon
