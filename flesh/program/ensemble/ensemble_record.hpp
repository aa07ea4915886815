// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/text_file.hpp>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "ensemble/ensemble_spec.hpp"
#include "ensemble/member.hpp"
#include "files/folder_lock.hpp"

namespace cardon {

inline constexpr FolderUse ensemble_use{"ensemble", "ensemble/folder-in-use"};

/// The folder of an ensemble: ensemble.json says what it is of, members.jsonl what became of each
/// member as soon as it is known, decisions.jsonl what was decided and why. One process has it at a
/// time, and the next one finds what the one before has done.
class EnsembleRecord {
 public:
  /// Throws Error ensemble/folder if the folder has other runs, ensemble/folder-in-use
  /// if another process has it, ensemble/record if what it holds cannot be read.
  EnsembleRecord(const std::filesystem::path& folder, const EnsembleSpec& spec,
                 const std::string& digest);
  const std::filesystem::path& folder() const { return folder_; }
  /// What its members have in common.
  const nlohmann::json& plan() const { return plan_; }
  /// What is known of the member with these values, whatever its name and number; null: nothing.
  const MemberResult* find(const Member& member) const;
  void add(const Member& member, const MemberResult& result);
  void decide(const nlohmann::json& decision);
  /// Discards the results of members that failed or crashed, so that they are run again from the
  /// beginning. The next process knows that, too.
  void discard_failures();
  /// How many results of a member were discarded.
  int discarded(const Member& member) const;

 private:
  struct Known {
    MemberResult result;
    int discarded = 0;
  };
  void read();
  void take(const nlohmann::json& entry);
  void append(const std::vector<std::string>& set, const MemberResult& result);
  std::filesystem::path folder_;
  nlohmann::json plan_;
  FolderLock lock_;
  std::size_t columns_;                                // of the table
  std::map<std::vector<std::string>, Known> results_;  // by values: KEY=VALUE
  TextFile members_, decisions_;
};

}  // namespace cardon
