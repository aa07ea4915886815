// SPDX-License-Identifier: Apache-2.0
#include "ensemble/member_run.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <span>

#include "base/data_checksum.hpp"
#include "cardon/services/timings.hpp"
#include "cardon/thorn/error.hpp"
#include "ensemble/earlier_try.hpp"
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
    const int log = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
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

fs::path try_folder(const MemberBase& base, const Member& member, int number) {
  return fs::path(base.out) /
         (number == 1 ? member.name : fmt::format("{}.try{}", member.name, number));
}

RunOptions options_of(const MemberBase& base, const Member& member) {
  RunOptions options;
  options.input = input_of(base, member.set);
  options.ranks = base.ranks > 1 ? base.ranks : 0;
  options.quiet = true;
  int number = 1;
  for (; fs::exists(try_folder(base, member, number)); ++number) {
    const fs::path before = try_folder(base, member, number);
    if (fs::exists(before / "checkpoints" / "latest")) options.restart = before.string();
  }
  options.out = try_folder(base, member, number);
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

std::string word_of(const json* value) {
  if (value == nullptr || value->is_object() || value->is_array()) return "";
  return value->is_string() ? value->get<std::string>() : value->dump();
}

/// The value at "per_rank.0.points" or "time".
const json* at_path(const json& tree, const std::string& path) {
  const json* node = &tree;
  std::size_t begin = 0;
  while (begin <= path.size()) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    const std::string key = path.substr(begin, end - begin);
    // Names such as "error.l2" have points themselves.
    if (node->is_object() && node->contains(path.substr(begin)))
      return &node->at(path.substr(begin));
    if (!node->is_object() || !node->contains(key)) return nullptr;
    node = &node->at(key);
    begin = end + 1;
  }
  return node;
}

std::string last_value(const ScalarTable& table, const std::string& name) {
  const int column = table.find(name);
  if (column < 0 || table.empty()) return "";
  return fmt::format("{}", table.columns[std::size_t(column)].back());
}

std::string joint_checksum(const json& checksums) {
  std::string all;
  for (const auto& [field, digits] : checksums.items())
    all += field + ' ' + digits.get<std::string>() + '\n';
  return DataChecksum::of(std::as_bytes(std::span(all)));
}

void read_figures(const MemberBase& base, const fs::path& folder, MemberResult& result) {
  const json summary = json::parse(read_regular_file(folder / "summary.json").text, nullptr, false);
  if (!summary.is_object()) return;
  result.iterations = summary.value("iterations", 0L);
  if (summary.contains("checksums")) result.checksum = joint_checksum(summary["checksums"]);
  ScalarTable table;
  if (!base.scalars.empty()) table = read_scalars(folder);
  for (const std::string& name : base.scalars) result.figures.push_back(last_value(table, name));
  for (const std::string& name : base.summary)
    result.figures.push_back(word_of(at_path(summary, name)));
}

std::string outcome_of(int code) {
  if (code == exit_finished) return "finished";
  if (code != exit_resubmit) return "failed";
  return SignalWatch::caught() != 0 ? "interrupted" : "stopped";
}

/// A result if another process still writes to a folder of an earlier try.
std::optional<MemberResult> blocked(const MemberBase& base, const Member& member) {
  std::string user;
  for (int n = 1; user.empty() && fs::exists(try_folder(base, member, n)); ++n)
    user = wait_for_earlier_try(try_folder(base, member, n));
  if (user.empty()) return std::nullopt;
  MemberResult result{.number = member.number, .name = member.name, .code = exit_resubmit};
  result.outcome = SignalWatch::caught() != 0 ? "interrupted" : "stopped";
  result.error = "an earlier run of it is still going: " + user;
  result.figures.resize(base.scalars.size() + base.summary.size());
  return result;
}

}  // namespace

MemberResult run_member(const MemberBase& base, const Member& member, const RunFunction& run) {
  if (const auto result = blocked(base, member)) return *result;
  MemberResult result{.number = member.number, .name = member.name};
  const fs::path log = fs::path(base.out) / (member.name + ".log");
  const double start = seconds_now(), used = processor_seconds();
  const RunOptions options = options_of(base, member);
  {
    const Redirected redirected(log);
    result.code = run(options);
  }
  result.outcome = outcome_of(result.code);
  result.folder = options.out.string();
  try {
    read_figures(base, options.out, result);
  } catch (const Error& error) {
    result.error = error.problems().front().message;
  }
  std::error_code ignored;
  if (result.code == exit_finished)
    fs::remove(log, ignored);
  else if (result.error.empty())
    result.error = first_error(log);
  result.figures.resize(base.scalars.size() + base.summary.size());
  result.seconds = seconds_now() - start;
  result.processor_seconds = processor_seconds() - used;
  return result;
}

}  // namespace cardon
