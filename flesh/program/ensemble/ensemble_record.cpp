// SPDX-License-Identifier: Apache-2.0
#include "ensemble/ensemble_record.hpp"

#include <cardon/thorn/error.hpp>
#include <sstream>

#include "ensemble/ensemble_folder.hpp"
#include "files/regular_file.hpp"

namespace cardon {
namespace {

using nlohmann::json;

constexpr const char* members_file = "members.jsonl";

constexpr const char* decisions_file = "decisions.jsonl";
constexpr const char* discarded_outcome = "discarded";

Problem unreadable(const std::filesystem::path& file, const std::string& why) {
  return {.slug = "ensemble/record",
          .message = "cannot read " + file.string() + ": " + why,
          .help = "make it readable, or give another folder with --out"};
}

/// Empty where there is no such file.
std::string text_of(const std::filesystem::path& file) {
  const RegularText found = read_regular_file(file);
  if (!found.failure.empty() && !found.missing) throw Error(unreadable(file, found.failure));
  return found.text;
}

/// A file that goes on after what of it is kept; at no time is there less.
TextFile continued(const std::filesystem::path& file, const std::string& kept) {
  const std::filesystem::path fresh = file.string() + ".new";
  TextFile text(fresh);
  text.append(kept);
  move_file(fresh, file);
  return text;
}

}  // namespace

EnsembleRecord::EnsembleRecord(const std::filesystem::path& folder, const EnsembleSpec& spec,
                               const std::string& digest)
    : folder_(folder),
      plan_(ensemble_plan(spec, digest)),
      columns_(spec.scalars.size() + spec.summary.size()) {
  require_folder_of(folder, plan_);
  make_folder(folder);
  lock_ = FolderLock(folder, ensemble_use);
  claim_folder(folder, plan_);  // which somebody may have done before
  read();
}

// A process that was killed may have left the beginning of a line.
void EnsembleRecord::read() {
  const std::filesystem::path file = folder_ / members_file;
  std::string text = text_of(file);
  text.resize(text.rfind('\n') + 1);  // npos + 1 is 0
  std::istringstream lines(text);
  std::vector<Problem> problems;
  int number = 0;
  for (std::string line; std::getline(lines, line);) try {
      ++number;
      take(json::parse(line));
    } catch (const json::exception&) {
      problems.push_back(
          {.slug = "ensemble/record",
           .message = "this line is not a result of this ensemble",
           .where = {.file = file.string(), .line = number},
           .help = "remove the line: its member is then run again, or its result read again if "
                   "its folder has one"});
    }
  if (!problems.empty()) throw Error(problems);
  const std::string decisions = text_of(folder_ / decisions_file);
  members_ = continued(file, text);
  decisions_ = continued(folder_ / decisions_file, decisions);
}

void EnsembleRecord::take(const json& entry) {
  const auto result = entry.get<MemberResult>();
  if (result.figures.size() != columns_)
    throw json::other_error::create(500, "figures of another table", &entry);
  Known& known = results_[entry.at("set").get<std::vector<std::string>>()];
  known.result = result;
  if (result.outcome == discarded_outcome) ++known.discarded;
}

void EnsembleRecord::append(const std::vector<std::string>& set, const MemberResult& result) {
  json entry = result;
  entry["set"] = set;
  members_.append(entry.dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
}

const MemberResult* EnsembleRecord::find(const Member& member) const {
  const auto found = results_.find(member.set);
  if (found == results_.end() || found->second.result.outcome == discarded_outcome) return nullptr;
  return &found->second.result;
}

int EnsembleRecord::discarded(const Member& member) const {
  const auto found = results_.find(member.set);
  return found == results_.end() ? 0 : found->second.discarded;
}

void EnsembleRecord::add(const Member& member, const MemberResult& result) {
  results_[member.set].result = result;
  append(member.set, result);
}

void EnsembleRecord::decide(const json& decision) { decisions_.append(decision.dump() + "\n"); }

void EnsembleRecord::discard_failures() {
  for (auto& [set, known] : results_) {
    MemberResult& result = known.result;
    if (!result.settled() || result.outcome == "finished") continue;
    result.outcome = discarded_outcome;
    ++known.discarded;
    append(set, result);
  }
}

}  // namespace cardon
