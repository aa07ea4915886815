// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/agreement.hpp>
#include <cardon/kit/message_tags.hpp>
#include <cardon/services/timings.hpp>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cardon {

/// What may end a run before its last step, and what the clock calls for.
struct WatchSetup {
  double started = 0;                           ///< when the program did, by `clock`
  double wall = 0;                              ///< s after which the run has to be over; 0: none
  double checkpoint_wall = 0;                   ///< s between checkpoints; 0: not by the clock
  std::filesystem::path stop_file;              ///< the run stops when it is there
  long first = 0, last = 0;                     ///< iterations between which the run is
  int tag = message_tag::step_services;         ///< of messages: this one and the next
  std::function<double()> clock = seconds_now;  ///< s
  /// On rank 0: what users ask of all ranks, at most longest_requests bytes, told once; see
  /// RunRequests. Empty function: nobody asks.
  std::function<std::string()> requests = {};
};

inline constexpr std::size_t longest_requests = 4096;

/// Lets all ranks stop, or write a checkpoint, at the same step. About once per second, more often
/// where the clock calls for it, they report to rank 0 whether they caught a signal, and continue;
/// rank 0 answers what is to be done at a later step, at which all ranks read the answer. Nobody
/// waits, unless the answer is late.
class RunWatch {
 public:
  struct Order {
    bool checkpoint = false;
    std::string stop;      ///< why: "SIGTERM"; empty: the run continues
    bool by_wall = false;  ///< it stops because the wall time is over
    std::string requests;  ///< what users asked on rank 0; empty: nothing
  };
  /// What this rank knows after a step.
  struct Facts {
    int signal = 0;              ///< that it caught; 0: none
    bool output_failed = false;  ///< it could not write an output, and the run is to stop for that
    double ending = 0;           ///< s that a checkpoint at the end would take, as far as is known
  };
  RunWatch(Transport& transport, WatchSetup setup);

  /// Whether after_step() would do nothing.
  bool idle(long iteration) const;
  /// After every step, unless it would do nothing. `finish` brings the blocks of this rank to its
  /// end.
  Order after_step(long iteration, const Facts& facts, const std::function<void()>& finish);
  /// Instead of the next step, while all ranks pause after this one: the ranks talk once, at most a
  /// moment later.
  Order hold(long iteration, const Facts& facts, const std::function<void()>& finish);
  /// The run ends at another iteration than was foreseen. On all ranks after the same step.
  void change_last(long last, long iteration);
  /// Other wall times than those of the set-up, s; 0: none. On all ranks after the same step.
  void change_wall(double wall, double checkpoint_wall);
  /// When all ranks stop at the same step.
  void close();

 private:
  struct Report;
  struct Answer;
  void report(const Facts& facts);
  Order conclude(const std::function<void()>& finish);
  Answer answer(const Agreement::Reports& reports);
  Answer answer_in_pause(const Agreement::Reports& reports);
  Agreement::Bytes message(const Answer& answer);
  std::string reason_to_stop(const Agreement::Reports& reports) const;
  double seconds_left(double now) const;
  void stop_for_wall(Answer& answer) const;
  double pace(double now) const;

  Agreement agreement_;
  WatchSetup setup_;
  double ending_ = 0;
  long report_, effective_step_;  // the steps of the next report, and of the answer to it
  std::optional<long> held_;      // the step after which the ranks talk while they pause
  // Rank 0.
  long answered_step_;
  double answered_time_, checkpointed_, reported_time_ = 0;
  double slowest_step_ = 0, slowest_talk_ = 0;  // s, of the last while
};

}  // namespace cardon
