// SPDX-License-Identifier: Apache-2.0
#include "ensemble/ensemble_record.hpp"

#include <algorithm>
#include <sstream>

#include "cardon/thorn/error.hpp"
#include "files/regular_file.hpp"

namespace cardon {
namespace {

using nlohmann::json;

constexpr const char* plan_file = "ensemble.json";
constexpr const char* members_file = "members.jsonl";

/// What the members of a folder have in common; values of the same parameters may be added.
json identity(const EnsembleSpec& spec, const std::string& digest) {
  std::vector<std::string> keys;
  for (const auto& block : spec.vary)
    for (const VariedParameter& parameter : block)
      if (std::find(keys.begin(), keys.end(), parameter.key) == keys.end())
        keys.push_back(parameter.key);
  return {{"checksum", digest},  {"set", spec.set},         {"vary", keys},
          {"ranks", spec.ranks}, {"scalars", spec.scalars}, {"summary", spec.summary}};
}

void require_same(const std::filesystem::path& folder, const json& wanted) {
  const RegularText found = read_regular_file(folder / plan_file);
  if (found.missing) return;
  const json before = json::parse(found.text, nullptr, false);
  Problem problem{.slug = "ensemble/folder",
                  .message = "the folder " + folder.string() + " holds members of another ensemble",
                  .help = "give another folder with --out"};
  for (const auto& [key, value] : wanted.items())
    if (!before.is_object() || !before.contains(key))
      problem.notes = {std::string(plan_file) + " cannot be read"};
    else if (before[key] != value)
      problem.notes.push_back("its " + key + ": " + before[key].dump() + ", now: " + value.dump());
  if (!problem.notes.empty()) throw Error(problem);
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
    : folder_(folder) {
  const json wanted = identity(spec, digest);
  require_same(folder, wanted);
  make_folder(folder);
  lock_ = FolderLock(folder, ensemble_use);
  require_same(folder, wanted);  // somebody may have been faster
  replace_file(folder / plan_file, wanted.dump(2) + "\n");
  read();
}

void EnsembleRecord::read() {
  const RegularText found = read_regular_file(folder_ / members_file);
  std::string kept;
  std::istringstream lines(found.text);
  for (std::string line; std::getline(lines, line);) {
    const json entry = json::parse(line, nullptr, false);
    if (!entry.is_object()) continue;  // the last line of a process that was killed
    try {
      const auto result = entry.get<MemberResult>();
      results_[result.name] = result;
      kept += line + '\n';
    } catch (const json::exception&) {
      continue;
    }
  }
  members_ = continued(folder_ / members_file, kept);
  const std::filesystem::path decisions = folder_ / "decisions.jsonl";
  decisions_ = continued(decisions, read_regular_file(decisions).text);
}

const MemberResult* EnsembleRecord::find(const std::string& name) const {
  const auto found = results_.find(name);
  return found == results_.end() ? nullptr : &found->second;
}

void EnsembleRecord::add(const MemberResult& result) {
  results_[result.name] = result;
  members_.append(json(result).dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
}

void EnsembleRecord::decide(const json& decision) { decisions_.append(decision.dump() + "\n"); }

void EnsembleRecord::forget_failures() {
  std::erase_if(results_, [](const auto& entry) { return entry.second.outcome != "finished"; });
}

}  // namespace cardon
