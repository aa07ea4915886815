// SPDX-License-Identifier: Apache-2.0
#include "retry/supervisor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "console/screen.hpp"
#include "retry/attempt_folders.hpp"
#include "retry/attempts.hpp"
#include "retry/child_process.hpp"
#include "retry/launch_words.hpp"
#include "retry/pauses.hpp"
#include "retry/run_mark.hpp"

namespace cardon {
namespace {

using Clock = std::chrono::steady_clock;

// Ranks notice only after a moment that their launcher was killed. Until then they may write.
constexpr std::chrono::seconds until_ranks_end{3};
constexpr double worth_a_word = 2;  // s, of a pause

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Supervisor {
 public:
  explicit Supervisor(const RetryOptions& options)
      : options_(options),
        folders_(options.out, options.name),
        screen_(true, options.quiet),
        attempts_(options.retries),
        pauses_(options.first_pause),
        start_(Clock::now()) {
    for (const std::string& launch : options.launch) launchers_.push_back(launch_words(launch));
  }

  int run() {
    run_attempt(planned());
    while (!is_asked() && attempts_.is_worth_another()) {
      if (attempts_.are_used_up()) attempts_.give_up();
      const double pause = pauses_.next(attempts_.got_further());
      require_time(pause);
      screen_.say(attempts_.end_text());
      if (pause >= worth_a_word)
        screen_.say(fmt::format("the next attempt begins in {}", duration_text(pause)));
      if (is_asked_within(pause)) break;
      const Attempt next = planned();
      screen_.say(attempts_.next_text(next));
      run_attempt(next);
    }
    if (attempts_.count() > 1 || attempts_.last().end.recorded) screen_.say(attempts_.conclusion());
    return attempts_.exit_code();
  }

 private:
  Attempt planned() {
    Attempt next;
    next.folder = folders_.next();
    if (!launchers_.empty()) next.launch = options_.launch[launcher()];
    next.restart = options_.restart;
    if (next.restart.empty()) next.iteration = 0;
    next.from = attempts_.source();
    if (next.from) {
      // Not its run folder: there the run would find what was not finished as well, and warn.
      next.restart = next.from->path.string();
      next.iteration = next.from->iteration;
    }
    return next;
  }

  std::size_t launcher() const { return std::min(attempts_.count(), launchers_.size() - 1); }

  std::vector<std::string> command(const Attempt& next) const {
    std::vector<std::string> words;
    if (!launchers_.empty()) words = launchers_[launcher()];
    words.insert(words.end(), options_.program.begin(), options_.program.end());
    words.insert(words.end(), {"--out", next.folder.string()});
    if (!next.restart.empty()) words.insert(words.end(), {"--restart", next.restart});
    if (attempts_.count() > 0)
      words.insert(words.end(), {"--spent", fmt::format("{:.1f}", seconds_since(start_))});
    return words;
  }

  void require_time(double pause) const {
    if (options_.retry_for && seconds_since(start_) + pause > *options_.retry_for)
      attempts_.give_up(fmt::format("another attempt would begin later than --retry-for {}",
                                    duration_text(*options_.retry_for)));
  }

  void run_attempt(Attempt next) {
    const Clock::time_point start = Clock::now();
    const RunMark before(next.folder);
    ChildProcess child(command(next), signals_);
    next.end = child.wait([&](int signal) { pass_on(signal, child); });
    if (!options_.dry_run) next.end = before.judged(next.end);
    next.seconds = seconds_since(start);
    next.ended = std::filesystem::file_time_type::clock::now();
    if (!launchers_.empty() && next.end.signal != 0) std::this_thread::sleep_for(until_ranks_end);
    folders_.give_back(next.folder);
    attempts_.add(std::move(next));
  }

  // Also by what came together with the end of an attempt, or after it.
  bool is_asked() {
    while (const int signal = signals_.poll())
      if (signal != SIGCHLD && !asked_) asked_ = Clock::now();
    return asked_.has_value();
  }

  bool is_asked_within(double seconds) {
    const Clock::time_point end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                     std::chrono::duration<double>(seconds));
    for (auto left = end - Clock::now(); !asked_ && left.count() > 0; left = end - Clock::now())
      if (const int signal = signals_.next(left); signal != 0 && signal != SIGCHLD)
        asked_ = Clock::now();
    return is_asked();
  }

  // A launcher that gets SIGTERM or SIGINT kills its ranks, but it passes on SIGUSR1. What comes
  // within a second is the same wish, as for the run itself.
  void pass_on(int signal, const ChildProcess& child) {
    const bool is_first = !asked_;
    if (is_first) asked_ = Clock::now();
    if (!is_first && seconds_since(*asked_) < 1) return;
    child.send(is_first && !launchers_.empty() ? SIGUSR1 : signal);
  }

  const RetryOptions& options_;
  std::vector<std::vector<std::string>> launchers_;
  AttemptFolders folders_;
  Screen screen_;
  const SignalQueue signals_;
  Attempts attempts_;
  Pauses pauses_;
  Clock::time_point start_;
  std::optional<Clock::time_point> asked_;  // when the run was asked to stop
};

}  // namespace

int run_with_retries(const RetryOptions& options) { return Supervisor(options).run(); }

}  // namespace cardon
