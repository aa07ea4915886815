// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <cardon/kit/grid/thread_team.hpp>
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/row_loop.hpp>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

#include "base/denormal_mode.hpp"
#include "base/large_thread.hpp"

namespace cardon {
namespace {

// How long a thread looks for work before it sleeps: about as long as it takes to wake it up.
constexpr std::chrono::microseconds patience{50};
constexpr int looks_per_clock = 64;

int cores_of_this_process() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return CPU_COUNT(&set);
}

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

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

/// Jobs of one run and how many of them are taken, in one word: whoever takes a job knows that it
/// belongs to the run that is going on, however late he wakes up.
struct Ticket {
  static constexpr int bits = 20;
  static constexpr std::uint64_t most = (std::uint64_t{1} << bits) - 1;
  static std::uint64_t opened(std::uint64_t run, int jobs) {
    return run << (2 * bits) | std::uint64_t(jobs) << bits;
  }
  static int jobs(std::uint64_t word) { return int(word >> bits & most); }
  static int taken(std::uint64_t word) { return int(word & most); }
};

}  // namespace

class ThreadTeam::State {
 public:
  explicit State(int threads) : patient_(threads <= cores_of_this_process()) {
    const MistakesOnly blocked;
    try {
      for (int n = 1; n < threads; ++n) workers_.emplace_back([this, n] { serve(n); });
    } catch (const std::system_error& refused) {
      end();
      throw Error(Problem{.slug = "driver/threads",
                          .message = fmt::format("the system refuses thread {} of a rank: {}",
                                                 workers_.size() + 2, refused.code().message()),
                          .help = "use fewer driver.threads, or raise the limit (ulimit -u)"});
    }
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { end(); }

  int threads() const { return int(workers_.size()) + 1; }

  void run(int jobs, const Work& work) {
    if (busy_.exchange(true)) throw Bug("a job of a team of threads uses the team");
    open(jobs, work);
    take_jobs(0);
    await(done_, [jobs](int done) { return done == jobs; });
    busy_ = false;
    if (first_failed_ < none) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

 private:
  static constexpr int none = std::numeric_limits<int>::max();

  void open(int jobs, const Work& work) {
    if (std::uint64_t(jobs) > Ticket::most) throw Bug("too many jobs for a team of threads");
    work_ = &work;
    done_ = 0;
    first_failed_ = none;
    flushes_ = DenormalMode::current();
    ticket_.store(Ticket::opened(std::uint64_t(runs_.load()) + 1, jobs), std::memory_order_release);
    ++runs_;
    runs_.notify_all();
  }

  void serve(int thread) {
    for (int seen = 0;;) {
      await(runs_, [seen](int runs) { return runs != seen; });
      seen = runs_;
      if (ends_) return;
      take_jobs(thread);
    }
  }

  void take_jobs(int thread) {
    for (std::uint64_t word = ticket_.load(std::memory_order_acquire);;) {
      const int jobs = Ticket::jobs(word), job = Ticket::taken(word);
      if (job == jobs) return;
      if (!ticket_.compare_exchange_weak(word, word + 1, std::memory_order_acq_rel)) continue;
      if (job < first_failed_) do_job(job, thread);
      if (done_.fetch_add(1, std::memory_order_acq_rel) + 1 == jobs) done_.notify_one();
      word = ticket_.load(std::memory_order_acquire);
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

  template <class Condition>
  void await(const std::atomic<int>& number, const Condition& arrived) const {
    if (arrived(number.load(std::memory_order_acquire))) return;
    const auto start = std::chrono::steady_clock::now();
    while (patient_ && std::chrono::steady_clock::now() - start < patience)
      for (int n = 0; n < looks_per_clock; ++n) {
        if (arrived(number.load(std::memory_order_acquire))) return;
        relax();
      }
    for (int now = number; !arrived(now); now = number) number.wait(now);
  }

  void end() {
    ends_ = true;
    ++runs_;
    runs_.notify_all();
    for (LargeThread& worker : workers_) worker.join();
  }

  const bool patient_;  // there is a core for each thread
  std::vector<LargeThread> workers_;
  std::atomic<bool> busy_ = false, ends_ = false;
  std::atomic<int> runs_ = 0, done_ = 0, first_failed_ = none;
  std::atomic<std::uint64_t> ticket_ = 0;
  const Work* work_ = nullptr;
  DenormalMode::Treatment flushes_{};
  std::mutex failing_;
  std::exception_ptr failure_;
};

ThreadTeam::ThreadTeam(int threads) : state_(std::make_unique<State>(threads)) {}

ThreadTeam::~ThreadTeam() = default;

int ThreadTeam::threads() const { return state_->threads(); }

void ThreadTeam::run(int jobs, const Work& work) { state_->run(jobs, work); }

std::unique_ptr<ThreadTeam> make_thread_team(const ParameterSet& parameters,
                                             std::string_view section) {
  const bool declared = parameters.has(section, threads.name());
  const int wanted = declared ? parameters.get(section, threads) : 1;
  if (wanted == 1) return nullptr;
  if constexpr (!detail::on_host)
    throw Error(
        Problem{.slug = "driver/threads",
                .message = fmt::format("driver.threads is {}, but tasks run on a device", wanted),
                .where = parameters.where(section, threads.name()),
                .help = "leave driver.threads out"});
  return std::make_unique<ThreadTeam>(wanted);
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
