// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/agreement.hpp>
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
  int tag = 940;                                ///< of messages: this one and the next
  std::function<double()> clock = seconds_now;  ///< s
};

/// Lets all ranks stop, or write a checkpoint, at the same step. About once per second, more often
/// where the clock calls for it, they report to rank 0 whether they caught a signal, and continue;
/// rank 0 answers what is to be done at a later step, at which all ranks read the answer. Nobody
/// waits, unless the answer is late.
class RunWatch {
 public:
  struct Order {
    bool checkpoint = false;
    std::string stop;  ///< why: "SIGTERM"; empty: the run continues
  };
  /// What this rank knows after a step.
  struct Facts {
    int signal = 0;              ///< that it caught; 0: none
    bool output_failed = false;  ///< it could not write an output, and the run is to stop for that
    double ending = 0;           ///< s that a checkpoint at the end would take, as far as is known
  };
  RunWatch(Transport& transport, WatchSetup setup);

  /// After every step. `finish` brings the blocks of this rank to its end.
  Order after_step(long iteration, const Facts& facts, const std::function<void()>& finish);
  /// When all ranks stop at the same step.
  void close();

 private:
  struct Report;
  struct Answer;
  Answer answer(const Agreement::Reports& reports);
  std::string reason_to_stop(const Agreement::Reports& reports) const;
  double seconds_left(double now) const;
  double pace(double now) const;

  Agreement agreement_;
  WatchSetup setup_;
  double ending_ = 0;
  long report_, effective_step_;  // the steps of the next report, and of the answer to it
  // Rank 0.
  long answered_step_;
  double answered_time_, checkpointed_, reported_time_ = 0;
  double slowest_step_ = 0, slowest_talk_ = 0;  // s, of the last while
};

}  // namespace cardon
