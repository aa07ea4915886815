// SPDX-License-Identifier: Apache-2.0
#include "console/screen.hpp"

#include <fmt/format.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/spdlog.h>
#include <stdio_ext.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <utility>

#include "base/printable.hpp"
#include "session/session.hpp"

namespace cardon {
namespace {

constexpr double between_looks = 0.5;  // s, on a terminal
// Between lines of progress that stay. A day has about 240 of them.
constexpr double shortest_pause = 5, longest_pause = 600,
                 growth = 0.05;  // s, s, of the time so far

}  // namespace

std::optional<double> seconds_left(const Progress& p) {
  const long done = p.iteration - p.first_iteration;
  if (done <= 0) return {};
  return p.seconds * double(p.last_iteration - p.iteration) / double(done);
}

double seconds_to_next_line(double seconds) {
  return std::clamp(growth * seconds, shortest_pause, longest_pause);
}

Screen::Screen(bool speaks, bool quiet)
    : speaks_(speaks), quiet_(quiet), terminal_(speaks && !quiet && stdout_is_terminal()) {}

void Screen::log_to(const std::filesystem::path& folder) {
  if (!speaks_) return;
  const std::string file = (folder / "log.txt").string();
  log_ = std::make_shared<spdlog::logger>("cardon");
  log_->set_error_handler([this, file](const std::string& reason) { lose_log(file, reason); });
  std::istringstream lines(std::exchange(early_, {}));
  try {
    log_->sinks().push_back(std::make_shared<spdlog::sinks::basic_file_sink_mt>(file, true));
  } catch (const spdlog::spdlog_ex& failure) {
    return lose_log(file, failure.what());
  }
  log_->set_pattern("%Y-%m-%d %H:%M:%S  %v");
  log_->flush_on(spdlog::level::info);
  for (std::string line; std::getline(lines, line);) log_->info(line);
}

// Own control characters only: those of foreign text were replaced before.
void Screen::print(const std::string& text) {
  if (quiet_) return;
  if (std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) return;
  lose_terminal(errno);
}

// The run continues, and log.txt has the text. Nothing is said where a terminal or the reader of a
// pipe has left.
void Screen::lose_terminal(int reason) {
  quiet_ = true;
  terminal_ = line_open_ = false;
  __fpurge(stdout);
  std::clearerr(stdout);
  if (reason == EPIPE || reason == EIO) return;
  const std::string text = format_problem(
      {.slug = "environment/standard-output",
       .message = fmt::format("cannot write to standard output: {}", std::strerror(reason)),
       .help = log_ && !log_->should_log(spdlog::level::info)
                   ? "the run continues, without a log as well"
                   : "the run continues; log.txt in its folder has the full output"});
  complain("warning" + text.substr(text.find(':')));
}

// The run continues without its log. The reason ends with the system's words.
void Screen::lose_log(const std::string& file, const std::string& reason) {
  if (!log_->should_log(spdlog::level::info)) return;  // a long line fails twice
  log_->set_level(spdlog::level::off);
  const std::size_t last = reason.rfind(": ");
  const std::string text = format_problem(
      {.slug = "output/log",
       .message = fmt::format("cannot write {}: {}", file,
                              last == reason.npos ? reason : reason.substr(last + 2)),
       .help =
           "the run continues without its log; check the free space and the permissions there"});
  complain("warning" + text.substr(text.find(':')));
}

void Screen::end_line() {
  if (line_open_) print("\n");
  line_open_ = false;
}

void Screen::say(const std::string& given) {
  if (!speaks_) return;
  const std::string text = printable_lines(given);
  end_line();
  print(text + "\n");
  note(text);
}

void Screen::warn(const Warnings& warnings) {
  if (!speaks_ || warnings.empty()) return;
  end_line();
  print(warnings.text(terminal_) + "\n");
  note(warnings.text());
}

void Screen::complain(const std::string& given) {
  if (!speaks_) return;
  const std::string text = printable_lines(given);
  end_line();
  std::fputs((text.empty() || text.back() != '\n' ? text + "\n" : text).c_str(), stderr);
  note(text);
}

void Screen::note(const std::string& text) {
  if (!log_) {
    early_ += text + "\n";
    return;
  }
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) log_->info(line);
}

void Screen::box(const std::string& given_title, const std::vector<std::string>& given) {
  const std::string title = printable(given_title);
  std::vector<std::string> lines;
  for (const std::string& line : given) lines.push_back(printable(line));
  std::size_t width = title.size();
  for (const std::string& line : lines) width = std::max(width, line.size());
  std::string text = fmt::format("+- {} {:-<{}}+\n", title, "", width - title.size() + 1);
  for (const std::string& line : lines) text += fmt::format("|  {:<{}}  |\n", line, width);
  text += fmt::format("+{:-<{}}+", "", width + 4);
  say(text);
}

std::string Screen::line(const Progress& p, bool last) {
  const double done = p.last_iteration > 0 ? double(p.iteration) / double(p.last_iteration) : 1;
  const std::optional<double> left = last ? std::nullopt : seconds_left(p);
  return fmt::format(
      "{:>8}  {:>9.4g}{}  {:>9.3g}{}  {:>9.4g}  {:>6.1f} %  {:>6}  {:>5}  {:>5}  {:>3.0f} %   {}",
      p.iteration, p.time, p.time_unit, p.dt, p.time_unit, 1e-6 * p.points_per_second,
      100 * p.exchange_share, p.hidden ? fmt::format("{:.0f} %", 100 * *p.hidden) : "-",
      p.ghost_depth, p.ratio ? fmt::format("{:.1f}", *p.ratio) : "-", 100 * done,
      left ? duration_text(*left) : "-");
}

bool Screen::is_shown(double seconds) const {
  return terminal_ && seconds - shown_at_ >= between_looks;
}

bool Screen::is_logged(double seconds) const {
  return seconds - logged_at_ >= seconds_to_next_line(seconds);
}

bool Screen::is_progress_due(double seconds, bool last) const {
  return speaks_ && (last || is_shown(seconds) || is_logged(seconds));
}

void Screen::progress(const Progress& p, bool last) {
  if (!is_progress_due(p.seconds, last)) return;
  const bool logged = is_logged(p.seconds);
  if (!header_shown_) {
    say("    iter         time           dt   Mpoint/s  exchange  hidden  ghost  ratio   done   "
        "ETA");
    header_shown_ = true;
  }
  const std::string line = Screen::line(p, last);
  if (last || logged) logged_at_ = p.seconds;
  if (terminal_ && !last) {
    shown_at_ = p.seconds;
    line_open_ = true;
    print(fmt::format("\r{:<100}", line));
    if (logged) note(line);
  } else {
    if (terminal_ && line_open_) print("\r");
    line_open_ = false;
    say(line);
  }
}

}  // namespace cardon
