// SPDX-License-Identifier: Apache-2.0
#include "ensemble/ensemble_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <cardon/thorn/error.hpp>
#include <cstdio>
#include <filesystem>

#include "console/print_text.hpp"
#include "ensemble/ensemble_input.hpp"
#include "ensemble/ensemble_master.hpp"
#include "ensemble/ensemble_table.hpp"
#include "restart/run_name.hpp"

namespace cardon {
namespace {

constexpr std::size_t max_rows = 30;  // on the screen

void print_members(const std::vector<Member>& members) {
  for (const Member& member : members)
    print_line(fmt::format("{}  {}", member.name, fmt::join(member.set, " ")));
  print_line(counted(members.size(), "member") + "; nothing was run");
}

std::vector<Member> left_of(const std::vector<Member>& members, const EnsembleRecord& record) {
  std::vector<Member> left;
  for (const Member& member : members) {
    const MemberResult* result = record.find(member);
    if (result != nullptr && result->settled()) continue;
    left.push_back(member);
    left.back().discarded = record.discarded(member);
  }
  return left;
}

// The first one that has not finished.
int exit_code_of(const std::vector<Member>& members, const EnsembleRecord& record) {
  for (const Member& member : members) {
    const MemberResult* result = record.find(member);
    if (result == nullptr) return exit_resubmit;
    if (result->outcome != "finished") return result->code != 0 ? result->code : exit_environment;
  }
  return exit_finished;
}

/// Writes the table when the ensemble ends, however it does.
int conclude(const EnsembleSpec& spec, const std::vector<Member>& members,
             const EnsembleRecord& record) {
  const EnsembleTable table(spec, members, record);
  const std::filesystem::path file = record.folder() / "ensemble.csv";
  replace_file(file, table.csv());
  for (const std::string& line : table.lines(max_rows)) print_line(line);
  const auto finished = std::count_if(members.begin(), members.end(), [&](const Member& member) {
    const MemberResult* result = record.find(member);
    return result != nullptr && result->outcome == "finished";
  });
  print_line(fmt::format("{} of {} finished; table: {}", finished,
                         counted(members.size(), "member"), file.string()));
  return exit_code_of(members, record);
}

// The error that ended the ensemble is the one that counts.
void conclude_after_error(const EnsembleSpec& spec, const std::vector<Member>& members,
                          const EnsembleRecord& record) {
  try {
    conclude(spec, members, record);
  } catch (const Error& error) {
    print_line("the table could not be written: " + error.problems().front().message);
  }
}

}  // namespace

int ensemble_command(const EnsembleOptions& options) {
  const std::filesystem::path out =
      options.out.empty() ? std::filesystem::path("runs") / (run_name(options.file) + "-ensemble")
                          : std::filesystem::path(options.out);
  const auto [spec, members, base, digest] =
      read_ensemble_input(options.file, out, options.thorn_path);
  if (options.dry_run) {
    print_members(members);
    return exit_finished;
  }
  EnsembleRecord record(out, spec, digest);
  if (options.retry_failed) record.discard_failures();
  const std::vector<Member> left = left_of(members, record);
  const auto say = [&](const std::string& line) {
    if (options.quiet) return;
    print_line(line);
    std::fflush(stdout);
  };
  if (left.size() < members.size())
    say(fmt::format("{} of {} remaining", left.size(), counted(members.size(), "member")));
  if (left.empty()) return conclude(spec, members, record);
  EnsembleMaster master(spec, left, record, say);
  try {
    master.run(base, digest, options.program);
  } catch (const Error&) {
    conclude_after_error(spec, members, record);
    throw;
  }
  const int code = conclude(spec, members, record);
  return master.interrupted() ? int(exit_resubmit) : code;
}

}  // namespace cardon
