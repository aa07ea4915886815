// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/tuning/tuning_spec.hpp>
#include <cardon/services/step_service.hpp>
#include <cardon/tuning/ghost_search.hpp>
#include <cardon/tuning/standing_tunlet.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tuning_loop.hpp"

namespace cardon {

/// Lets the tuner of the section `tuning` change what the driver leaves to it, while the run goes
/// on, and has a driver that searches for its ghost depth do so. Does nothing where no tuner is
/// wanted, or nothing can be tuned. The tuner begins when the ghost depth is found, since that
/// changes what it measures.
class Tuning final : public StepService, public StandingTunlet {
 public:
  /// Settings of an earlier run (tuning.start, else those of the checkpoint of a restart) become
  /// those of the driver, as far as the user left them to the tuner. Throws Error tuning/start.
  void open(const StepSetup& setup) override;
  void record_in(const std::filesystem::path& run_folder) override;
  StepOrder after_step(const StepView& step) override;
  bool idle(const StepView&) const override {
    return tunable_ == nullptr && ghosts_due_ < 0 && !ghosts_again_;
  }
  /// The settings of the driver.
  std::string before_checkpoint(const StepView& step) override;
  /// Where values of the section `tuning` are new, the search starts again with them.
  void steered(const SteeredRun& run) override;
  void replan() override;
  void conclude() override;
  StepReport report(double evolution) override;
  std::optional<TunletFacts> facts() const override;
  std::vector<StandingDecision> take_decisions() override;
  /// Settings stay as they are.
  void suspend(bool suspended) override;

 private:
  void start();
  void expect_tuner();
  void start_when_possible();
  void search_again();
  void expect_longer_run();
  void await(GhostSearch::Next next);
  bool continue_ghosts();
  std::vector<std::string> take_lines();

  std::optional<StepSetup> setup_;
  std::filesystem::path folder_;
  Tunable* tunable_ = nullptr;  // null: nothing can be tuned
  std::vector<LinkEnds> links_;
  std::unique_ptr<TuningLoop> loop_;  // null: nothing was tuned
  bool tuned_ = false;                // a tuner was wanted: settings need not be as given
  bool waits_ = false;                // it is wanted, and has not begun
  bool verify_ = false;               // as TunerSetup::verify, when it does
  bool searches_ = false;             // loop_ does; false: it is what was found
  bool suspended_ = false;
  bool due_ = false;               // a decision, after this step
  GhostSearch* ghosts_ = nullptr;  // null: the driver does not search
  long ghosts_due_ = -1;           // steps taken when it goes on; -1: it does not
  bool ghosts_again_ = false;      // from the beginning
  long steps_taken_ = 0, last_iteration_ = 0;
};

}  // namespace cardon
