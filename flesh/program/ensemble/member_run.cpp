// SPDX-License-Identifier: Apache-2.0
#include "ensemble/member_run.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cardon/kit/data_checksum.hpp>
#include <cardon/kit/text_file.hpp>
#include <cardon/services/timings.hpp>
#include <cardon/thorn/error.hpp>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <span>
#include <sstream>

#include "ensemble/earlier_attempt.hpp"
#include "ensemble/input_check.hpp"
#include "files/regular_file.hpp"
#include "report/scalar_table.hpp"
#include "session/signals.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Standard output and error go to a file for as long as it lives.
class Redirected {
 public:
  explicit Redirected(const fs::path& file) {
    flush();
    const int log = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
    for (int n = 0; n < 2; ++n) {
      kept_[n] = fcntl(n + 1, F_DUPFD_CLOEXEC, 3);
      if (log >= 0) dup2(log, n + 1);
    }
    if (log >= 0) close(log);
  }
  ~Redirected() {
    flush();
    for (int n = 0; n < 2; ++n) {
      dup2(kept_[n], n + 1);
      close(kept_[n]);
    }
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;

 private:
  static void flush() {
    std::cout.flush();
    std::fflush(nullptr);
  }
  int kept_[2];
};

fs::path attempt_folder(const MemberBase& base, const Member& member, int number) {
  return fs::path(base.out) /
         (number == 1 ? member.name : fmt::format("{}.try{}", member.name, number));
}

/// Tries before this one belong to results that were discarded: none is continued from them. A file
/// says so, as a later call of the ensemble goes on with the attempts that followed.
int first_attempt(const MemberBase& base, const Member& member, int next) {
  if (member.discarded == 0) return 1;
  const fs::path file = fs::path(base.out) / (member.name + ".discarded");
  int discarded = 0, first = 1;
  std::istringstream(read_regular_file(file).text) >> discarded >> first;
  if (discarded == member.discarded) return first;
  replace_file(file, fmt::format("{} {}\n", member.discarded, next));
  return next;
}

/// Folders of attempts whose results count, and of the next one.
struct MemberFolders {
  std::vector<fs::path> earlier;
  fs::path next;
};

MemberFolders folders_of(const MemberBase& base, const Member& member) {
  int next = 1;
  while (fs::exists(attempt_folder(base, member, next))) ++next;
  MemberFolders folders{.next = attempt_folder(base, member, next)};
  for (int number = first_attempt(base, member, next); number < next; ++number)
    folders.earlier.push_back(attempt_folder(base, member, number));
  return folders;
}

RunOptions options_of(const MemberBase& base, const Member& member, const MemberFolders& folders) {
  RunOptions options;
  options.input = input_of(base, member.set);
  options.ranks = base.ranks > 1 ? base.ranks : 0;
  options.quiet = true;
  options.out = folders.next;
  for (const fs::path& before : folders.earlier)
    if (fs::exists(before / "checkpoints" / "latest")) options.restart = before.string();
  return options;
}

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) { return double(t.tv_sec) + 1e-6 * double(t.tv_usec); };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// "unknown parameter WaveToy::widht [parameter/unknown]" of what a run printed.
std::string first_error(const fs::path& log) {
  std::ifstream in(log);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("error: ")) continue;
    std::string words;
    for (const char c : line.substr(7))
      if (c != ' ' || (!words.empty() && words.back() != ' ')) words += c;
    return words;
  }
  return "";
}

/// JSON knows no NaN: what is written as null was none.
std::string word_of(const json& value) {
  if (value.is_null()) return "nan";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// The value at "per_rank.0.memory_bytes" or "time"; null: there is none.
const json* at_path(const json& tree, const std::string& path) {
  const json* node = &tree;
  std::size_t begin = 0;
  while (begin <= path.size()) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    const std::string key = path.substr(begin, end - begin);
    // Names such as "error.l2" have points themselves.
    if (node->is_object() && node->contains(path.substr(begin)))
      return &node->at(path.substr(begin));
    if (node->is_object() && node->contains(key)) {
      node = &node->at(key);
    } else {
      std::size_t index = 0;
      const auto parsed = std::from_chars(key.data(), key.data() + key.size(), index);
      if (!node->is_array() || parsed.ec != std::errc() || parsed.ptr != key.data() + key.size() ||
          index >= node->size())
        return nullptr;
      node = &node->at(index);
    }
    begin = end + 1;
  }
  return node;
}

/// The figures of a table, and what it asks for in vain.
class Figures {
 public:
  void add_scalar(const ScalarTable& table, const std::string& name) {
    const int column = table.find(name);
    if (column < 0) return lack("scalars.tsv has no column " + name);
    const double value = table.empty() ? NAN : table.columns[std::size_t(column)].back();
    words_.push_back(std::isnan(value) ? "nan" : fmt::format("{}", value));
  }
  void add_summary(const json& summary, const std::string& name) {
    const json* value = at_path(summary, name);
    if (value == nullptr) return lack("summary.json has no key " + name);
    if (value->is_structured()) return lack(name + " in summary.json is not one value");
    words_.push_back(word_of(*value));
  }
  const std::vector<std::string>& words() const { return words_; }
  const std::string& lacks() const { return lacks_; }

 private:
  void lack(const std::string& what) {
    words_.emplace_back();
    lacks_ += (lacks_.empty() ? "" : ", ") + what;
  }
  std::vector<std::string> words_;
  std::string lacks_;
};

std::string joint_checksum(const json& checksums) {
  std::string all;
  for (const auto& [field, digits] : checksums.items())
    all += field + ' ' + digits.get<std::string>() + '\n';
  return DataChecksum::of(std::as_bytes(std::span(all)));
}

json summary_in(const fs::path& folder) {
  return json::parse(read_regular_file(folder / "summary.json").text, nullptr, false);
}

void read_figures(const MemberBase& base, const fs::path& folder, MemberResult& result) {
  const json summary = summary_in(folder);
  if (!summary.is_object()) return;
  result.iterations = summary.value("iterations", 0L);
  if (summary.contains("checksums")) result.checksum = joint_checksum(summary["checksums"]);
  ScalarTable table;
  if (!base.scalars.empty()) table = read_scalars(folder);
  Figures figures;
  for (const std::string& name : base.scalars) figures.add_scalar(table, name);
  for (const std::string& name : base.summary) figures.add_summary(summary, name);
  result.figures = figures.words();
  if (result.code == exit_finished && !figures.lacks().empty())
    result.error = fmt::format("{} [{}]", figures.lacks(), lacking_column);
}

void add_figures(const MemberBase& base, const fs::path& folder, MemberResult& result) {
  result.folder = folder.string();
  try {
    read_figures(base, folder, result);
  } catch (const Error& error) {
    result.error = error.problems().front().message;
  }
  result.figures.resize(base.scalars.size() + base.summary.size());
}

bool has_finished(const fs::path& folder) {
  if (!fs::exists(folder / "summary.json")) return false;
  const json summary = summary_in(folder);
  return summary.is_object() && summary.value("status", json()) == "finished" &&
         summary.value("exit_code", json()) == exit_finished;
}

std::string outcome_of(int code) {
  if (code == exit_finished) return "finished";
  if (code != exit_resubmit) return "failed";
  return SignalWatch::caught() != 0 ? "interrupted" : "stopped";
}

/// A result if another process still writes to a folder of an earlier attempt.
std::optional<MemberResult> blocked(const MemberBase& base, const Member& member) {
  std::string user;
  for (int n = 1; user.empty() && fs::exists(attempt_folder(base, member, n)); ++n)
    user = wait_for_earlier_attempt(attempt_folder(base, member, n));
  if (user.empty()) return std::nullopt;
  MemberResult result{.number = member.number, .name = member.name, .code = exit_resubmit};
  result.outcome = SignalWatch::caught() != 0 ? "interrupted" : "stopped";
  result.error = "an earlier run of it is still active: " + user;
  result.figures.resize(base.scalars.size() + base.summary.size());
  return result;
}

/// The result of an attempt that had finished when its worker ended before anybody was told.
std::optional<MemberResult> untold(const MemberBase& base, const Member& member,
                                   const MemberFolders& folders) {
  if (folders.earlier.empty() || !has_finished(folders.earlier.back())) return std::nullopt;
  MemberResult result{.number = member.number, .name = member.name, .code = exit_finished};
  result.outcome = outcome_of(result.code);
  add_figures(base, folders.earlier.back(), result);
  std::error_code ignored;
  fs::remove(fs::path(base.out) / (member.name + ".log"), ignored);
  return result;
}

}  // namespace

MemberResult run_member(const MemberBase& base, const Member& member, const RunFunction& run) {
  if (const auto result = blocked(base, member)) return *result;
  const MemberFolders folders = folders_of(base, member);
  if (const auto result = untold(base, member, folders)) return *result;
  MemberResult result{.number = member.number, .name = member.name};
  const fs::path log = fs::path(base.out) / (member.name + ".log");
  const double start = seconds_now(), used = processor_seconds();
  const RunOptions options = options_of(base, member, folders);
  {
    const Redirected redirected(log);
    result.code = run(options);
  }
  result.outcome = outcome_of(result.code);
  add_figures(base, options.out, result);
  std::error_code ignored;
  if (result.code == exit_finished)
    fs::remove(log, ignored);
  else if (result.error.empty())
    result.error = first_error(log);
  if (result.outcome == "failed" && result.error.empty())
    result.error = fmt::format("exit code {} without a message in its log", result.code);
  result.seconds = seconds_now() - start;
  result.processor_seconds = processor_seconds() - used;
  return result;
}

}  // namespace cardon
