// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/agreement.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/services/transport.hpp>
#include <vector>

#include "run_state.hpp"

namespace cardon {

/// What all ranks have measured, on rank 0, about once per interval. A report travels while the
/// steps go on, and the next one is due so much later that nobody waits for an answer; but for the
/// first one, where 16 steps take less time than a message and its answer. All ranks call all
/// methods at the same steps.
class RankReports {
 public:
  /// `interval`: s between reports. `tag`: of messages; this one and the next are used.
  RankReports(Transport& transport, int tag, double interval);
  /// After a step; `steps` grows by one from call to call.
  void after_step(long steps, Driver& driver);
  /// On rank 0: by rank; empty: nothing has come yet.
  const std::vector<RankState>& ranks() const { return ranks_; }
  void close() { agreement_.close(); }

 private:
  Agreement::Bytes answer(const Agreement::Reports& reports);
  void report(long steps, Driver& driver);

  Agreement agreement_;
  double interval_;
  std::vector<RankState> ranks_;
  std::vector<long> points_;  // that ranks own; on rank 0
  long due_ = -1;             // the step of the next report; -1: no step has been seen
  long reported_ = 0;         // that of the last one, or the first step
  double reported_at_ = 0, progressed_at_ = 0;  // s, by seconds_now()
  long steps_between_ = 0;                      // of the last two reports
  double seconds_between_ = 0;
};

}  // namespace cardon
