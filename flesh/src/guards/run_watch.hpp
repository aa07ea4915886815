// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cardon/kit/agreement.hpp"
#include "cardon/services/timings.hpp"

namespace cardon {

/// What may end a run before its last step, and what the clock calls for.
struct WatchSetup {
  double started = 0;                           ///< when the program did, by `clock`
  double wall = 0;                              ///< s after which the run has to be over; 0: none
  double checkpoint_wall = 0;                   ///< s between checkpoints; 0: not by the clock
  std::filesystem::path stop_file;              ///< the run stops when it is there
  long first = 0, last = 0;                     ///< iterations between which the run is
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
  /// `ending`: s that a checkpoint at the end would take, as far as is known.
  RunWatch(Transport& transport, WatchSetup setup, std::function<double()> ending);

  /// This rank could not write an output, and the run is to stop for that.
  void output_failed() { output_failed_ = true; }
  /// After every step. `finish` brings the blocks of this rank to its end.
  Order after_step(long iteration, const std::function<void()>& finish);
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
  std::function<double()> ending_;
  long report_, effective_step_;  // the steps of the next report, and of the answer to it
  bool output_failed_ = false;
  // Rank 0.
  long answered_step_;
  double answered_time_, checkpointed_, reported_time_ = 0;
  double slowest_step_ = 0, slowest_talk_ = 0;  // s, of the last while
};

}  // namespace cardon
