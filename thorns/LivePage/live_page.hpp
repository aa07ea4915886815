// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "page_server.hpp"
#include "rank_reports.hpp"
#include "run_page.hpp"
#include "run_progress.hpp"

namespace cardon {

/// A web page of the run, served by rank 0 during the run.
class LivePage final : public RunPage {
 public:
  ~LivePage() override;
  /// Throws Error page/tls, page/certificate or page/key for a certificate that cannot be used.
  void open(const StepSetup& setup) override;
  /// Starts the server, on rank 0. Collective; throws on all ranks what the server throws.
  void record_in(const std::filesystem::path& run_folder) override;
  StepOrder after_step(const StepView& step) override;
  bool idle(const StepView&) const override { return !server_ && !reports_; }
  void conclude() override;
  StepReport report(double) override { return {.activity = "live page"}; }
  void paused(const StepView& step, bool now) override;
  void steered(const SteeredRun& run) override;

 private:
  void start(const std::filesystem::path& run_folder);
  void announce() const;
  void show(const StepView& step);
  void show_plan();
  void leave(const char* phase);

  std::optional<StepSetup> setup_;
  ServerSettings settings_;
  std::shared_ptr<PageContent> content_;  // null: nobody is served by this rank
  std::unique_ptr<PageServer> server_;
  std::optional<RankReports> reports_;  // on all ranks of a run that is served
  RunState state_;
  std::optional<RunProgress> progress_;
  std::vector<plan::Link> planned_;  // links of the plan that is shown
  bool had_plan_ = false;
  double shown_ = -1;  // s, by seconds_now(), when the state was put on the board last
};

}  // namespace cardon
