// SPDX-License-Identifier: Apache-2.0
#include "retry/attempts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <cardon/kit/shell_quoted.hpp>
#include <cardon/thorn/error.hpp>

#include "base/printable.hpp"
#include "console/screen.hpp"

namespace cardon {
namespace {

constexpr double long_attempt = 300;  // s

}  // namespace

std::string Attempts::name_of(std::size_t number) const {
  return limited_ ? fmt::format("attempt {} of {}", number, max_attempts_)
                  : fmt::format("attempt {}", number);
}

std::optional<AttemptCheckpoint> Attempts::source() const {
  for (auto t = attempts_.rbegin(); t != attempts_.rend(); ++t) {
    long limit = std::numeric_limits<long>::max();
    for (const Attempt& later : attempts_)
      if (later.from && later.from->run == t->folder && later.end.code == exit_bad_input)
        limit = std::min(limit, later.from->iteration);
    if (auto checkpoint = newest_checkpoint(t->folder, limit)) return checkpoint;
  }
  return {};
}

bool Attempts::is_worth_another() const {
  const ProcessEnd& end = last().end;
  if (!end.recorded && (end.signal != 0 || end.outlived_ranks || end.unfinished)) return true;
  switch (end.recorded.value_or(end.code)) {
    case exit_finished:
    case exit_health:
    case exit_resubmit:
      return false;
    case exit_bad_input:
      // An earlier attempt had taken the parameters, so it is the checkpoint that is refused.
      return last().from && source().has_value();
    default:
      return true;
  }
}

bool Attempts::got_further() const {
  return last().seconds > long_attempt || newest_checkpoint(last().folder).has_value();
}

std::string Attempts::end_text() const {
  return printable(fmt::format("{} ended after {}: {}; lost: {}", name_of(count()),
                               duration_text(last().seconds), last().end.text(),
                               last().lost_text(source())));
}

std::string Attempts::next_text(const Attempt& next) const {
  std::string text =
      fmt::format("{} {} {}, in {}", name_of(count() + 1), next.from ? "restarts" : "begins",
                  next.from_text(), next.folder.string());
  if (!next.launch.empty()) text += ", by " + next.launch;
  return printable(text);
}

std::string Attempts::conclusion() const {
  std::vector<std::string> folders;
  for (const Attempt& t : attempts_)
    if (std::filesystem::exists(t.folder)) folders.push_back(t.folder.string());
  return printable(fmt::format("{} was the last attempt: {}; outputs are in {}", name_of(count()),
                               last().end.text(), fmt::join(folders, ", ")));
}

void Attempts::give_up(const std::string& why) const {
  Problem problem{.slug = "run/no-more-retries"};
  problem.message = limited_
                        ? fmt::format("the run failed in {} of {} attempts", count(), max_attempts_)
                        : fmt::format("the run failed in {}", counted(count(), "attempt"));
  if (!why.empty()) problem.notes.push_back(why);
  for (std::size_t n = 0; n < count(); ++n)
    problem.notes.push_back(fmt::format("attempt {}, {}: {} after {}", n + 1,
                                        attempts_[n].from_text(), attempts_[n].end.text(),
                                        duration_text(attempts_[n].seconds)));
  if (const auto checkpoint = source()) {
    problem.help =
        fmt::format("the last checkpoint is of iteration {}: cardon run ... --restart {}",
                    checkpoint->iteration, shell_quoted(checkpoint->path.string()));
  } else {
    problem.help =
        "there is no checkpoint to restart from: set checkpoint.every or checkpoint.wall";
  }
  throw Error(problem, ExitCode(exit_code()));
}

int Attempts::exit_code() const {
  const ProcessEnd& end = last().end;
  if (end.recorded) return *end.recorded;
  const bool has_code = end.killed_by() == 0 && !end.outlived_ranks && !end.unfinished;
  return has_code ? end.code : int(exit_environment);
}

}  // namespace cardon
