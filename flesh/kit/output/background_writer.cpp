// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/background_writer.hpp>
#include <cardon/services/timings.hpp>
#include <chrono>
#include <system_error>
#include <utility>

namespace cardon {
namespace {

constexpr auto nap = std::chrono::milliseconds(1);

}  // namespace

BackgroundWriter::BackgroundWriter(std::size_t memory, Work while_waiting)
    : memory_(memory), while_waiting_(std::move(while_waiting)) {}

BackgroundWriter::~BackgroundWriter() {
  {
    const Lock lock(mutex_);
    ends_ = true;
  }
  given_.notify_one();
  if (thread_.joinable()) thread_.join();
}

template <class Condition>
void BackgroundWriter::wait_until(Lock& lock, const Condition& condition) {
  if (condition()) return;
  const double start = seconds_now();
  while (!done_.wait_for(lock, nap, condition)) {
    lock.unlock();
    if (while_waiting_) while_waiting_();
    lock.lock();
  }
  figures_.waited += seconds_now() - start;
}

void BackgroundWriter::begin(std::size_t entry, long iteration) {
  Lock lock(mutex_);
  const auto is_done = [&] {
    return std::none_of(jobs_.begin(), jobs_.end(),
                        [&](const Job& job) { return outputs_.at(job.output).entry == entry; });
  };
  wait_until(lock, is_done);
  const bool has_jobs = std::any_of(jobs_.begin(), jobs_.end(),
                                    [this](const Job& job) { return job.output == current_; });
  if (!has_jobs) outputs_.erase(current_);
  outputs_[++current_] = {entry, iteration};
}

void BackgroundWriter::add(std::size_t bytes, Work work) {
  Lock lock(mutex_);
  wait_until(lock, [&] { return jobs_.empty() || bytes_ + bytes <= memory_; });
  bytes_ += bytes;
  jobs_.push_back({current_, bytes, std::move(work)});
  start();
  if (!thread_.joinable()) return run_next(lock);
  given_.notify_one();
}

// Limits of users (ulimit -u) and of control groups may refuse a thread.
void BackgroundWriter::start() {
  if (thread_.joinable()) return;
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {
  }
}

void BackgroundWriter::run() {
  Lock lock(mutex_);
  while (true) {
    given_.wait(lock, [this] { return ends_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    run_next(lock);
  }
}

void BackgroundWriter::run_next(Lock& lock) {
  Output& output = outputs_.at(jobs_.front().output);
  Work work = std::move(jobs_.front().work);
  std::exception_ptr failure;
  const bool is_left_out = output.failed;
  lock.unlock();
  const double start = seconds_now();
  try {
    if (!is_left_out) work();
  } catch (...) {
    failure = std::current_exception();
  }
  work = {};  // what it holds is freed before there is said to be room
  const double seconds = seconds_now() - start;
  lock.lock();
  figures_.written += seconds;
  if (failure) {
    output.failed = true;
    failures_.push_back({output.entry, output.iteration, failure});
  }
  const Job job = std::move(jobs_.front());
  jobs_.pop_front();
  bytes_ -= job.bytes;
  const bool is_last = jobs_.empty() || jobs_.front().output != job.output;
  if (is_last && job.output != current_) outputs_.erase(job.output);
  done_.notify_one();
}

void BackgroundWriter::drain() {
  Lock lock(mutex_);
  wait_until(lock, [this] { return jobs_.empty(); });
}

std::vector<BackgroundWriter::Failure> BackgroundWriter::take_failures() {
  const Lock lock(mutex_);
  return std::exchange(failures_, {});
}

BackgroundWriter::Figures BackgroundWriter::figures() const {
  const Lock lock(mutex_);
  return figures_;
}

}  // namespace cardon
