// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/parameter.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace cardon {

/// The threads of a rank: the calling one, which alone may use this, and others that sleep while
/// there is nothing to do.
class ThreadTeam {
 public:
  /// `threads` with the calling one. `places`: processors that each of them is bound to, but for
  /// the calling one; none: any. Throws Error (slug driver/threads) where the system refuses a
  /// thread.
  explicit ThreadTeam(int threads, std::vector<std::vector<int>> places = {});
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;
  ~ThreadTeam();

  /// Number of threads, the calling one included.
  int threads() const;
  /// There is a core for each thread, so that waiting threads may look for changes.
  bool patient() const;
  /// Called with the number of a job, and with that of the thread that does it: 0 is the caller.
  using Work = std::function<void(int job, int thread)>;
  /// Does each of the jobs from 0 once, in this order, whoever is free takes the next one; returns
  /// when all are done. Of those that throw, the first one's exception is thrown; later jobs may
  /// then be left out. Within a job it may not be called: Bug.
  void run(int jobs, const Work& work);
  /// Does each of the jobs once, the same way, but each thread has a share of its own of jobs in
  /// succession, the first one the first share, and does it in order; then it takes the last ones
  /// left to others. The same number of jobs gives the same shares.
  void share(int jobs, const Work& work);

 private:
  class JobRange;
  class State;
  std::unique_ptr<State> state_;
};

/// Parameter of section `driver`, for drivers that compute with BlockExecutor.
inline constexpr Parameter threads{"threads", 1,
                                   "Threads of each rank, which share the computation of its "
                                   "blocks; the results are bit-identical",
                                   between(1, 256)};

/// Makes the team that driver.threads describes; null: a rank computes on one thread. Each thread
/// gets a core of its own where caches or memories differ and no other of the run's `ranks` can
/// want the same core: there is one rank, or its process may use as many cores as it has threads.
std::unique_ptr<ThreadTeam> make_thread_team(const ParameterSet& parameters,
                                             std::string_view section, int ranks);
/// 1 without a team.
inline int threads_of(const ThreadTeam* team) { return team == nullptr ? 1 : team->threads(); }
/// driver.threads, or 1 where the driver does not have it.
int threads_per_rank(const ParameterSet& parameters);
/// A warning where ranks have several threads, and this process, which holds `ranks` of them, may
/// use fewer cores.
std::optional<Problem> shared_cores(const ParameterSet& parameters, int ranks);

}  // namespace cardon
