// SPDX-License-Identifier: Apache-2.0
// What users ask of a run while it runs.
#pragma once
#include <cardon/services/step_service.hpp>
#include <cardon/thorn/parameter.hpp>
#include <deque>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "steering_box.hpp"
#include "steering_record.hpp"

namespace cardon {

/// Carries out requests, on all ranks after the same step: new values of parameters, a pause,
/// single steps, a checkpoint, the end. What was done is recorded, and a record can be replayed.
class RunRequests {
 public:
  static constexpr Parameter replay{"replay", "",
                                    "File steering.jsonl of an earlier run, whose requests are "
                                    "repeated after the same iterations"};

  /// Collective. Throws Error steering/replay for a record that cannot be read.
  void open(const StepSetup& setup);
  void record_in(const std::filesystem::path& run_folder);
  /// On rank 0: what was asked since the last call, for take() on all ranks. What cannot be is
  /// refused at once.
  std::string requests();
  /// Whether take() without requests would do nothing after a step.
  bool idle() const;
  /// After a step, or in a pause after it: adds to `order` what `requests` and the record to be
  /// replayed ask for. Where steps are adaptive, stops and checkpoints wait for a pause (`held`),
  /// which is after a step that stays.
  void take(const std::string& requests, const StepView& step, bool held, StepOrder& order);
  StepReport report();
  /// While parameters change: whether a record asks for it, and no user.
  bool is_replayed() const { return is_replayed_; }
  /// All ranks are to stop after this step because the wall time that a user has set is over, which
  /// a replay cannot know.
  void stop_for_wall(const StepView& step, const std::string& why, StepOrder& order);

 private:
  using Json = nlohmann::json;
  struct Change {
    std::string id;                  ///< empty: replayed
    std::vector<std::string> words;  ///< empty: to plan again
    long iteration = 0;              ///< not before
  };

  void read_replay(const StepSetup& setup);
  void replay_until(const StepView& step, StepOrder& order);
  void carry_out(const Json& request, const StepView& step, StepOrder& order);
  void carry_out_deferred(const StepView& step, StepOrder& order);
  bool wants_pause(const StepView& step) const;
  std::string act(const Json& request, const StepView& step, StepOrder& order);
  bool change(const StepView& step);
  bool carry_out(const Change& change, const StepView& step);
  bool leave_out(Change& change, const StepView& step);
  void done(const std::string& id, const StepView& step, const nlohmann::ordered_json& what);
  void refuse(const std::string& id, const std::string& why) const;

  ParameterSteering* steering_ = nullptr;
  Driver* driver_ = nullptr;
  long first_iteration_ = 0;
  Location replay_where_;
  std::deque<Json> replay_;
  std::deque<Json> deferred_;  // stops and checkpoints, until the next pause
  bool adaptive_ = false, held_ = false, paused_ = false, is_replayed_ = false;
  std::optional<long> pause_at_;  // by StepView::steps_taken()
  std::vector<Change> pending_;
  std::vector<std::string> lines_;  // for the screen
  long count_ = 0;
  // Rank 0.
  bool leads_ = false;
  std::optional<SteeringBox> box_;
  std::optional<SteeringRecord> record_;
};

}  // namespace cardon
