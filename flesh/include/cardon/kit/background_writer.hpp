// SPDX-License-Identifier: Apache-2.0
// Outputs that are written while the run computes.
#pragma once
#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace cardon {

/// One thread does what it is given, in order. It works on copies, without messages: ranks gather
/// on their own threads what is to be written. All members are called by one thread, which may not
/// be the writer's own.
class BackgroundWriter {
 public:
  using Work = std::function<void()>;  ///< what is to be done

  /// An output of which a part could not be done. What was given for it later is left out.
  struct Failure {
    std::size_t entry = 0;      ///< number of the output, as in begin()
    long iteration = 0;         ///< of the output, as in begin()
    std::exception_ptr reason;  ///< what the work threw
  };
  /// What writing beside the steps took.
  struct Figures {
    double waited = 0;   ///< s that the run has waited for the writer
    double written = 0;  ///< s that the writer was at work
    /// s that it was at work while the run did something else
    double hidden() const { return std::max(0.0, written - waited); }
  };

  /// `memory`: bytes of copies that wait at most, unless a single one is larger. `while_waiting` is
  /// called again and again where the run waits.
  explicit BackgroundWriter(std::size_t memory, Work while_waiting = {});
  /// Does what was given before.
  ~BackgroundWriter();
  BackgroundWriter(const BackgroundWriter&) = delete;
  BackgroundWriter& operator=(const BackgroundWriter&) = delete;

  /// What is given next belongs to this output. Waits until the previous one of the same entry is
  /// done, so that failures of an entry are known before its next output.
  void begin(std::size_t entry, long iteration);
  /// `bytes`: of the copies that `work` holds. Waits until there is room for them.
  void add(std::size_t bytes, Work work);
  /// Waits until all is done.
  void drain();
  /// Returns the failures since the last call, in the order of the outputs.
  std::vector<Failure> take_failures();
  /// Returns what all writing took so far.
  Figures figures() const;

 private:
  struct Output {
    std::size_t entry = 0;
    long iteration = 0;
    bool failed = false;
  };
  struct Job {
    std::uint64_t output = 0;  // key in outputs_
    std::size_t bytes = 0;
    Work work;
  };
  using Lock = std::unique_lock<std::mutex>;

  template <class Condition>
  void wait_until(Lock& lock, const Condition& condition);
  void start();
  void run();
  void run_next(Lock& lock);

  const std::size_t memory_;
  const Work while_waiting_;
  mutable std::mutex mutex_;
  std::condition_variable given_, done_;
  std::deque<Job> jobs_;                     // the first is being done
  std::map<std::uint64_t, Output> outputs_;  // those with jobs, and the one of begin()
  std::uint64_t current_ = 0;
  std::size_t bytes_ = 0;  // of all jobs
  std::vector<Failure> failures_;
  Figures figures_;
  bool ends_ = false;
  std::thread thread_;  // from the first add() on; none where the system refuses one
};

}  // namespace cardon
