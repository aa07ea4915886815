// SPDX-License-Identifier: Apache-2.0
// Loops that threads divide by recursive splitting (H. Menon, "Adaptive Load Balancing for HPC
// Applications", dissertation, University of Illinois, 2016, section 5.5), on a virtual clock:
// what ThreadTeam::share is compared with.
#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace cardon {

struct JobSpan {
  int first = 0, end = 0;
  int size() const { return end - first; }
};

/// Tasks of one thread: it takes the newest, others the oldest (D. Chase and Y. Lev, "Dynamic
/// Circular Work-Stealing Deque", SPAA 2005), without growth.
class SpanDeque {
 public:
  /// By the owner; false: it is full.
  bool push(JobSpan span) {
    const std::int64_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) >= size) return false;
    slot(tail).store(packed(span), std::memory_order_relaxed);
    tail_.store(tail + 1, std::memory_order_seq_cst);
    return true;
  }
  /// The newest, for the owner.
  std::optional<JobSpan> pop() {
    const std::int64_t tail = tail_.load(std::memory_order_relaxed) - 1;
    tail_.store(tail, std::memory_order_seq_cst);
    std::int64_t head = head_.load(std::memory_order_seq_cst);
    if (head > tail) {
      tail_.store(tail + 1, std::memory_order_relaxed);
      return {};
    }
    const JobSpan span = unpacked(slot(tail).load(std::memory_order_relaxed));
    if (head < tail) return span;
    const bool won = head_.compare_exchange_strong(head, head + 1, std::memory_order_seq_cst);
    tail_.store(tail + 1, std::memory_order_relaxed);
    return won ? std::optional(span) : std::nullopt;
  }
  /// The oldest, for other threads.
  std::optional<JobSpan> steal() {
    std::int64_t head = head_.load(std::memory_order_seq_cst);
    if (head >= tail_.load(std::memory_order_seq_cst)) return {};
    const JobSpan span = unpacked(slot(head).load(std::memory_order_relaxed));
    if (!head_.compare_exchange_strong(head, head + 1, std::memory_order_seq_cst)) return {};
    return span;
  }

 private:
  static constexpr std::int64_t size = 1024;
  static std::uint64_t packed(JobSpan span) {
    return std::uint64_t(std::uint32_t(span.first)) << 32 | std::uint32_t(span.end);
  }
  static JobSpan unpacked(std::uint64_t word) { return {int(word >> 32), int(word & 0xffffffff)}; }
  std::atomic<std::uint64_t>& slot(std::int64_t n) { return slots_[std::size_t(n % size)]; }

  std::atomic<std::int64_t> head_ = 0, tail_ = 0;
  std::array<std::atomic<std::uint64_t>, size> slots_{};
};

/// Threads on a virtual clock, each with a share of the jobs of a loop, that split what they have
/// into tasks which others may take.
class SplitLoop {
 public:
  /// When a thread makes tasks: always; for threads that are idle; for as large a share
  /// of its jobs as others took of its tasks in loops before, and one chunk more.
  enum class Gate { always, idle, history };
  SplitLoop(int threads, int chunk, Gate gate)
      : chunk_(chunk), gate_(gate), workers_(std::size_t(threads)) {}

  /// Does the jobs, which cost so many seconds; thread n begins with those from shares[n].
  void run(const std::vector<double>& costs, const std::vector<int>& shares) {
    created = stolen = 0;
    picked_up = 0;
    max_busy = 0;
    left_ = long(costs.size());
    times.assign(costs.size(), 0);
    costs_ = &costs;
    for (std::size_t n = 0; n < workers_.size(); ++n) begin(workers_[n], shares[n], shares[n + 1]);
    while (Worker* worker = next()) step(*worker);
    seconds = 0;
    for (Worker& worker : workers_) {
      seconds = std::max(seconds, worker.busy_until);
      if (worker.exposed > 0)
        worker.given += 0.5 * (double(worker.lost) / worker.exposed - worker.given);
    }
  }

  /// What jobs do; called with the number of the job.
  std::function<void(int job)> work;
  /// Called by the thread that finds that the last job is done.
  std::function<void()> finished;

  long created = 0, stolen = 0;  ///< tasks of the last loop
  double seconds = 0;            ///< that it took
  double picked_up = 0;          ///< s until the last chunk was begun: its caller need not wait
  int max_busy = 0;              ///< threads that worked at the same time
  std::vector<int> times;        ///< that each job was done

 private:
  struct Worker {
    JobSpan own;    // that it works on
    JobSpan kept;   // that it makes no tasks of
    double at = 0;  // s
    double busy_until = 0;
    double given =
        0;  // of the jobs that others could take, the share that they took; mean over loops
    int exposed = 0, lost = 0;  // jobs of its tasks, and of those that others took
    bool idle = false;
    SpanDeque deque;
  };

  void begin(Worker& worker, int first, int end) {
    worker.own = worker.kept = {first, end};
    worker.exposed = end - first;
    worker.at = worker.busy_until = 0;
    worker.lost = 0;
    worker.idle = false;
    if (gate_ != Gate::history) {
      worker.kept.end = first;
      return;
    }
    worker.exposed = std::min(end - first, int(worker.given * (end - first)) + chunk_);
    worker.kept.end = end - worker.exposed;
  }

  /// The one that is behind all others that are not idle.
  Worker* next() {
    Worker* found = nullptr;
    for (Worker& worker : workers_)
      if (!worker.idle && (found == nullptr || worker.at < found->at)) found = &worker;
    return found;
  }

  int idle() const {
    return int(
        std::count_if(workers_.begin(), workers_.end(), [](const Worker& w) { return w.idle; }));
  }

  void step(Worker& worker) {
    if (worker.own.size() == 0 && !find_work(worker)) {
      worker.idle = true;
      return;
    }
    split(worker);
    JobSpan now = worker.own;
    now.end = std::min(now.end, now.first + chunk_);
    worker.own.first = now.end;
    picked_up = std::max(picked_up, worker.at);
    max_busy = std::max(max_busy, 1 + busy_at(worker.at));
    for (int job = now.first; job < now.end; ++job) {
      ++times[std::size_t(job)];
      if (work) work(job);
      worker.at += (*costs_)[std::size_t(job)];
    }
    worker.busy_until = worker.at;
    left_ -= now.size();
    if (left_ == 0 && finished) finished();
  }

  int busy_at(double now) const {
    return int(std::count_if(workers_.begin(), workers_.end(),
                             [&](const Worker& w) { return w.busy_until > now; }));
  }

  bool find_work(Worker& worker) {
    if (const auto span = worker.deque.pop()) {
      worker.own = *span;
      return true;
    }
    for (Worker& other : workers_) {
      if (&other == &worker) continue;
      const auto span = other.deque.steal();
      if (!span) continue;
      worker.own = *span;
      other.lost += span->size();
      ++stolen;
      return true;
    }
    return false;
  }

  /// The larger half of what is left becomes a task, again and again.
  void split(Worker& worker) {
    JobSpan& own = worker.own;
    const bool keeps = own.first >= worker.kept.first && own.first < worker.kept.end;
    const int from = keeps ? worker.kept.end : own.first;
    for (int waiting = idle(); own.size() > chunk_; --waiting) {
      if (gate_ == Gate::idle && waiting <= 0) return;
      const int middle = std::max(from, own.first + chunk_ * ((own.size() / chunk_ + 1) / 2));
      if (middle >= own.end || !worker.deque.push({middle, own.end})) return;
      own.end = middle;
      ++created;
      wake(worker.at);
    }
  }

  void wake(double now) {
    for (Worker& worker : workers_) {
      if (!worker.idle) continue;
      worker.idle = false;
      worker.at = std::max(worker.at, now);
    }
  }

  int chunk_;
  Gate gate_;
  std::vector<Worker> workers_;
  const std::vector<double>* costs_ = nullptr;
  long left_ = 0;  // jobs
};

}  // namespace cardon
