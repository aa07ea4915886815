// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/checkpoint/checkpoint_writer.hpp>
#include <cardon/service.hpp>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "checkpoint_saver.hpp"

namespace cardon {

/// Saves a run every so many iterations or so much simulated time, where a step service asks for
/// it, and when the run ends. Files are written while the steps continue.
class OverlappedCheckpoints final : public CheckpointWriter {
 public:
  static constexpr std::string_view section = "checkpoint";
  static constexpr auto wall_interval =
      Parameter{"wall", 3600.0, "Time on the clock between checkpoints", positive, unit("s")}
          .steerable();
  static constexpr Parameter keep{"keep", 2, "Number of newest checkpoints to keep", at_least(1)};
  static constexpr Parameter on_stop{
      "on_stop", "always",
      "Final checkpoint when the run ends: always; early: only if it is stopped before its end; "
      "never",
      one_of("early", "always", "never")};
  static constexpr Parameter writers{"writers", 1, "Number of ranks of each site that write a file",
                                     at_least(1)};
  static constexpr Parameter overlap{"overlap", "always", "Write while the steps continue",
                                     one_of("always", "never")};
  /// The parameter `every`.
  static ParameterDeclaration interval();

  void read(const ParameterSet& parameters) override;
  double wall() const override { return wall_; }
  /// Otherwise there is one at the end, if it costs nothing.
  bool is_asked_for() const override { return every_ || wall_ > 0 || on_stop_given_; }
  bool saves_on_stop() const override { return on_stop_ != OnStop::never; }
  std::vector<double> memory(const Machine& machine,
                             const std::vector<double>& copies) const override;
  void open(CheckpointSetup setup) override { setup_ = std::move(setup); }
  bool is_due(const CheckpointMoment& moment) override;
  void save(CheckpointSnapshot snapshot) override;
  void poll() override;
  void finish() override;
  CheckpointFigures figures() const override {
    return saver_ ? saver_->figures() : CheckpointFigures{};
  }

 private:
  enum class OnStop { never, early, always };
  bool wants_last(long iteration);
  void tell_failures();

  CheckpointSetup setup_;
  std::optional<Interval> every_;
  double wall_ = 0;  // s; 0: not by the clock
  FileOptions files_;
  OnStop on_stop_ = OnStop::always;
  bool on_stop_given_ = false;              // always, by the user
  std::unique_ptr<CheckpointSaver> saver_;  // null: there has been no checkpoint yet
};

}  // namespace cardon
