// SPDX-License-Identifier: Apache-2.0
#include "run_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <system_error>
#include <thread>

namespace cardon {
namespace {

// The answer must have arrived when it takes effect, or all wait: there is time.
constexpr double between_reports = 1, to_an_answer = 1, margin = 4;  // s, s, times the last talk
// Blocks of a rank may be apart by some steps; but where these are long, a run has to stop in time.
constexpr long min_lag = 10;
constexpr double longest_min_lag = 5;  // s
// The speed of a busy machine changes. What is foreseen is longer than the slowest steps of the
// last while, which are forgotten slowly. The first step, which initial outputs belong to, is none
// of them.
constexpr double reserve = 1.5, memory = 0.9, worth_remembering = 0.25;  // -, -, s
// After the last step all ranks gather what they measured, which takes about so many talks; but
// what a talk took once tells little.
constexpr double talks_at_end = 15, longest_closing = 0.2;  // -, of the wall time
// Near the end, and for checkpoints in quick succession, ranks talk more often.
constexpr double talks_left = 10, talks_per_checkpoint = 4;
constexpr double between_talks = 0.1;  // s, in a pause

long steps_in(double seconds, double step, long max_steps) {
  const double steps = seconds / std::max(step, 1e-7);
  return std::clamp(std::lround(std::min(steps, double(max_steps))), 1L, max_steps);
}

// "SIGTERM"
std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

}  // namespace

struct RunWatch::Report {
  int signal = 0;
  int output_failed = 0;
};

struct RunWatch::Answer {
  long report = 0, effective_step = 0;
  bool checkpoint = false, by_wall = false;
  char stop[64] = {};
};

RunWatch::RunWatch(Transport& transport, WatchSetup setup)
    : agreement_(transport, setup.tag, sizeof(Answer) + longest_requests,
                 [this](const Agreement::Reports& reports, bool) {
                   return message(held_ ? answer_in_pause(reports) : answer(reports));
                 }),
      setup_(std::move(setup)),
      report_(setup_.first + 1),
      effective_step_(report_ + 1),  // how long steps take is not known yet
      answered_step_(setup_.first),
      answered_time_(setup_.clock()),
      checkpointed_(answered_time_) {}

bool RunWatch::idle(long iteration) const {
  if (effective_step_ > setup_.last && !agreement_.is_open()) return true;
  return iteration != report_ && iteration != effective_step_ && !agreement_.needs_progress();
}

RunWatch::Order RunWatch::after_step(long iteration, const Facts& facts,
                                     const std::function<void()>& finish) {
  if (effective_step_ > setup_.last && !agreement_.is_open()) return {};
  ending_ = facts.ending;
  if (iteration == report_) report(facts);
  agreement_.progress();
  return iteration == effective_step_ ? conclude(finish) : Order{};
}

void RunWatch::report(const Facts& facts) {
  const Report report{facts.signal, facts.output_failed};
  const auto bytes = std::as_bytes(std::span(&report, 1));
  agreement_.report({bytes.begin(), bytes.end()});
  reported_time_ = setup_.clock();
}

RunWatch::Order RunWatch::conclude(const std::function<void()>& finish) {
  const Agreement::Bytes bytes = agreement_.conclude(finish);
  Answer answer;
  std::memcpy(&answer, bytes.data(), sizeof answer);
  report_ = answer.report;
  effective_step_ = answer.effective_step;
  const std::span<const std::byte> rest = std::span(bytes).subspan(sizeof answer);
  return {answer.checkpoint,
          answer.stop,
          answer.by_wall,
          {reinterpret_cast<const char*>(rest.data()), rest.size()}};
}

/// A round that was under way before the pause is ended first.
RunWatch::Order RunWatch::hold(long iteration, const Facts& facts,
                               const std::function<void()>& finish) {
  if (agreement_.is_open()) return conclude(finish);
  held_ = iteration;
  ending_ = facts.ending;
  report(facts);
  const Order order = conclude(finish);
  held_.reset();
  return order;
}

// Where the end was near, the ranks had ceased to talk.
void RunWatch::change_last(long last, long iteration) {
  setup_.last = last;
  if (agreement_.is_open() || report_ > iteration) return;
  report_ = iteration + 1;
  effective_step_ = report_ + min_lag;
}

// Rank 0 alone looks at the clock.
void RunWatch::change_wall(double wall, double checkpoint_wall) {
  setup_.wall = wall;
  setup_.checkpoint_wall = checkpoint_wall;
}

Agreement::Bytes RunWatch::message(const Answer& answer) {
  const auto head = std::as_bytes(std::span(&answer, 1));
  Agreement::Bytes bytes(head.begin(), head.end());
  const std::string requests = setup_.requests ? setup_.requests() : std::string();
  const auto text = std::as_bytes(std::span(requests));
  bytes.insert(bytes.end(), text.begin(), text.end());
  return bytes;
}

/// The steps of the next report and answer stay; what is known of the speed of steps, too.
RunWatch::Answer RunWatch::answer_in_pause(const Agreement::Reports& reports) {
  Answer answer{.report = report_, .effective_step = effective_step_};
  const std::string reason = reason_to_stop(reports);
  std::this_thread::sleep_for(std::chrono::duration<double>(reason.empty() ? between_talks : 0));
  const double now = setup_.clock();
  reason.copy(answer.stop, sizeof answer.stop - 1);
  if (reason.empty() && seconds_left(now) < reserve) stop_for_wall(answer);
  answered_time_ = now;
  answered_step_ = *held_;
  return answer;
}

RunWatch::Answer RunWatch::answer(const Agreement::Reports& reports) {
  const double now = setup_.clock();
  const long steps = std::max(1L, report_ - answered_step_);
  const double step = (now - answered_time_) / double(steps);
  if (answered_step_ > setup_.first && now - answered_time_ >= worth_remembering)
    slowest_step_ = std::max(step, memory * slowest_step_);
  slowest_talk_ = std::max(now - reported_time_, memory * slowest_talk_);
  // A few steps, perhaps the first ones, tell little about many.
  const long max_steps = 4 * steps + 4;
  answered_time_ = now;
  answered_step_ = report_;
  Answer answer;
  answer.report = effective_step_ + steps_in(pace(now) * between_reports, step, max_steps);
  const double lag = std::max(pace(now) * to_an_answer, margin * (now - reported_time_));
  const double apart = std::min(longest_min_lag, seconds_left(now) / talks_left);
  answer.effective_step =
      answer.report + steps_in(apart, step, min_lag) + steps_in(lag, step, max_steps);
  // By the clock the run has to stop now if it would be too late after the next answer.
  const double next =
      reserve * double(answer.effective_step - report_) * std::max(step, slowest_step_);
  const std::string reason = reason_to_stop(reports);
  reason.copy(answer.stop, sizeof answer.stop - 1);
  if (reason.empty() && next > seconds_left(now)) stop_for_wall(answer);
  if (setup_.checkpoint_wall > 0 && now - checkpointed_ >= setup_.checkpoint_wall) {
    answer.checkpoint = true;
    checkpointed_ = now;
  }
  return answer;
}

void RunWatch::stop_for_wall(Answer& answer) const {
  answer.by_wall = true;
  const std::string reason = fmt::format("time.stop.wall, {:g} s", setup_.wall);
  reason.copy(answer.stop, sizeof answer.stop - 1);
}

double RunWatch::seconds_left(double now) const {
  if (setup_.wall == 0) return std::numeric_limits<double>::infinity();
  const double closing = std::min(talks_at_end * slowest_talk_, longest_closing * setup_.wall);
  return setup_.started + setup_.wall - ending_ - closing - now;
}

// 1: ranks talk as seldom as they may.
double RunWatch::pace(double now) const {
  double seconds = std::max(0.0, seconds_left(now)) / talks_left;
  if (setup_.checkpoint_wall > 0)
    seconds = std::min(seconds, setup_.checkpoint_wall / talks_per_checkpoint);
  return std::min(1.0, seconds);
}

std::string RunWatch::reason_to_stop(const Agreement::Reports& reports) const {
  for (const auto& bytes : reports) {
    Report report;
    std::memcpy(&report, bytes.data(), sizeof report);
    if (report.signal != 0) return signal_name(report.signal);
    if (report.output_failed != 0) return "an output could not be written";
  }
  std::error_code ignored;
  if (!setup_.stop_file.empty() && std::filesystem::exists(setup_.stop_file, ignored))
    return "the file " + setup_.stop_file.filename().string();
  return "";
}

void RunWatch::close() { agreement_.close(); }

}  // namespace cardon
