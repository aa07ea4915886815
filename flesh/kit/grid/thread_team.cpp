// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cardon/kit/grid/thread_team.hpp>
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/row_loop.hpp>
#include <csignal>
#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

#include "base/denormal_mode.hpp"
#include "cores/host_topology.hpp"
#include "cores/large_thread.hpp"
#include "cores/spin_wait.hpp"

namespace cardon {
namespace {

int cores_of_this_process() { return std::max(1, int(processors_of_process().size())); }

// Signals are for the thread that runs the steps, but for those of a mistake on this one.
class MistakesOnly {
 public:
  MistakesOnly() {
    sigset_t blocked;
    sigfillset(&blocked);
    for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigdelset(&blocked, own);
    pthread_sigmask(SIG_SETMASK, &blocked, &before_);
  }
  ~MistakesOnly() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  MistakesOnly(const MistakesOnly&) = delete;
  MistakesOnly& operator=(const MistakesOnly&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

/// Jobs of one run that nobody has taken, first to end, in one word with the number of the run:
/// whoever is still looking for jobs of the run before takes none of this one, in which he begins
/// with his own.
class alignas(64) ThreadTeam::JobRange {
 public:
  static constexpr int bits = 20;
  static constexpr std::uint64_t max_jobs = (std::uint64_t{1} << bits) - 1;

  /// `in_order`: everybody takes the first one, else only the thread that owns the range.
  void open(int run, bool in_order, int first, int end) {
    word_.store(number(run) << (2 * bits + 1) | std::uint64_t(in_order) << (2 * bits) |
                    std::uint64_t(first) << bits | std::uint64_t(end),
                std::memory_order_release);
  }
  /// The first one, or, for others than the owner, the last; -1: none of this run is left.
  int take(int run, bool owner) {
    std::uint64_t word = word_.load(std::memory_order_acquire);
    while (word >> (2 * bits + 1) == number(run) && first(word) < end(word)) {
      const bool from_start = owner || (word >> (2 * bits) & 1) != 0;
      const std::uint64_t rest = from_start ? word + (std::uint64_t{1} << bits) : word - 1;
      if (word_.compare_exchange_weak(word, rest, std::memory_order_acq_rel))
        return from_start ? first(word) : end(word) - 1;
    }
    return -1;
  }

 private:
  // Its last 23 bits, which a word has room for.
  static std::uint64_t number(int run) {
    return std::uint64_t(run) << (2 * bits + 1) >> (2 * bits + 1);
  }
  static int first(std::uint64_t word) { return int(word >> bits & max_jobs); }
  static int end(std::uint64_t word) { return int(word & max_jobs); }

  std::atomic<std::uint64_t> word_ = 0;
};

class ThreadTeam::State {
 public:
  State(int threads, std::vector<std::vector<int>> places)
      : patient_(threads <= cores_of_this_process()),
        places_(std::move(places)),
        left_(std::size_t(threads)) {
    const MistakesOnly blocked;
    try {
      for (int n = 1; n < threads; ++n) workers_.emplace_back([this, n] { serve(n); });
    } catch (const std::system_error& refused) {
      end();
      throw Error(Problem{.slug = "driver/threads",
                          .message = fmt::format("cannot create thread {} of a rank: {}",
                                                 workers_.size() + 2, refused.code().message()),
                          .help = "use fewer driver.threads, or raise the limit (ulimit -u)"});
    }
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { end(); }

  int threads() const { return int(workers_.size()) + 1; }

  bool patient() const { return patient_; }

  void run(int jobs, bool in_order, const Work& work) {
    if (busy_.exchange(true)) throw Bug("a job of a team of threads uses the team");
    open(jobs, in_order, work);
    take_jobs(runs_, 0);
    spin::await(done_, patient_, [jobs](int done) { return done == jobs; });
    busy_ = false;
    if (first_failed_ < none) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

 private:
  static constexpr int none = std::numeric_limits<int>::max();

  // All jobs are the caller's where they are done in order, and each thread takes the first one.
  void open(int jobs, bool in_order, const Work& work) {
    if (std::uint64_t(jobs) > JobRange::max_jobs) throw Bug("too many jobs for a team of threads");
    work_ = &work;
    jobs_ = jobs;
    done_ = 0;
    first_failed_ = none;
    flushes_ = DenormalMode::current();
    const int run = int(unsigned(runs_) + 1);  // may wrap around
    const auto share = [&](int n) { return in_order ? n > 0 ? jobs : 0 : share_of(jobs, n); };
    for (int n = 0; n < int(left_.size()); ++n)
      left_[std::size_t(n)].open(run, in_order, share(n), share(n + 1));
    ++runs_;
    runs_.notify_all();
  }
  int share_of(int jobs, int n) const { return int(long(jobs) * n / long(left_.size())); }

  void serve(int thread) {
    if (!places_.empty()) bind_thread(places_[std::size_t(thread)]);
    for (int seen = 0;;) {
      spin::await(runs_, patient_, [seen](int runs) { return runs != seen; });
      seen = runs_;
      if (ends_) return;
      take_jobs(seen, thread);
    }
  }

  // Its own first, then those that others have left.
  void take_jobs(int run, int thread) {
    const int all = int(left_.size());
    for (int n = 0; n < all;) {
      const int job = left_[std::size_t((thread + n) % all)].take(run, n == 0);
      if (job < 0) {
        ++n;
        continue;
      }
      const int jobs = jobs_;  // when the last one is done, the next run may begin
      if (job < first_failed_) do_job(job, thread);
      if (done_.fetch_add(1, std::memory_order_acq_rel) + 1 == jobs) done_.notify_one();
    }
  }

  void do_job(int job, int thread) {
    try {
      if (thread == 0 || DenormalMode::current() == flushes_) return (*work_)(job, thread);
      const DenormalMode mode(flushes_);
      (*work_)(job, thread);
    } catch (...) {
      const std::lock_guard lock(failing_);
      if (job > first_failed_) return;
      first_failed_ = job;
      failure_ = std::current_exception();
    }
  }

  void end() {
    ends_ = true;
    ++runs_;
    runs_.notify_all();
    for (LargeThread& worker : workers_) worker.join();
  }

  const bool patient_;  // there is a core for each thread
  const std::vector<std::vector<int>> places_;
  std::vector<LargeThread> workers_;
  std::atomic<bool> busy_ = false, ends_ = false;
  std::atomic<int> runs_ = 0, done_ = 0, first_failed_ = none;
  std::vector<JobRange> left_;  // by thread
  int jobs_ = 0;
  const Work* work_ = nullptr;
  DenormalMode::Treatment flushes_{};
  std::mutex failing_;
  std::exception_ptr failure_;
};

ThreadTeam::ThreadTeam(int threads, std::vector<std::vector<int>> places)
    : state_(std::make_unique<State>(threads, std::move(places))) {}

ThreadTeam::~ThreadTeam() = default;

int ThreadTeam::threads() const { return state_->threads(); }

bool ThreadTeam::patient() const { return state_->patient(); }

void ThreadTeam::run(int jobs, const Work& work) { state_->run(jobs, true, work); }

void ThreadTeam::share(int jobs, const Work& work) { state_->run(jobs, false, work); }

std::unique_ptr<ThreadTeam> make_thread_team(const ParameterSet& parameters,
                                             std::string_view section, int ranks) {
  const bool declared = parameters.has(section, threads.name());
  const int wanted = declared ? parameters.get(section, threads) : 1;
  if (wanted == 1) return nullptr;
  if constexpr (!detail::on_host)
    throw Error(
        Problem{.slug = "driver/threads",
                .message = fmt::format("driver.threads is {}, but tasks run on a device", wanted),
                .where = parameters.where(section, threads.name()),
                .help = "leave driver.threads out"});
  const std::vector<int> processors = processors_of_process();
  const bool own = ranks == 1 || int(processors.size()) == wanted;
  return std::make_unique<ThreadTeam>(wanted,
                                      own ? HostTopology::of_this_host().places(wanted, processors)
                                          : std::vector<std::vector<int>>{});
}

int threads_per_rank(const ParameterSet& parameters) {
  return parameters.has("driver", threads.name()) ? parameters.get("driver", threads) : 1;
}

std::optional<Problem> shared_cores(const ParameterSet& parameters, int ranks) {
  const int wanted = threads_per_rank(parameters), cores = cores_of_this_process();
  if (wanted == 1 || ranks * wanted <= cores) return {};
  return Problem{
      .slug = "driver/threads",
      .message =
          fmt::format("driver.threads is {}, but this process may use {} core{}{}", wanted, cores,
                      cores == 1 ? "" : "s", ranks > 1 ? fmt::format(" for {} ranks", ranks) : ""),
      .where = parameters.where("driver", threads.name()),
      .notes = {"threads that share a core make a run slower"},
      .help = fmt::format("use fewer threads, or give each rank more cores: mpirun --map-by "
                          "slot:PE={} or --bind-to none (Open MPI), srun --cpus-per-task={}",
                          wanted, wanted)};
}

}  // namespace cardon
