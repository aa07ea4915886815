// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <optional>

#include "cardon/kit/text_file.hpp"
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
  /// Throws Error ensemble/folder if the folder has members of another kind, ensemble/folder-in-use
  /// if another process has it.
  EnsembleRecord(const std::filesystem::path& folder, const EnsembleSpec& spec,
                 const std::string& digest);
  const std::filesystem::path& folder() const { return folder_; }
  /// What is known of a member; null: nothing.
  const MemberResult* find(const std::string& name) const;
  void add(const MemberResult& result);
  void decide(const nlohmann::json& decision);
  /// Forgets members that failed or crashed, so that they are run again.
  void forget_failures();

 private:
  void read();
  std::filesystem::path folder_;
  FolderLock lock_;
  std::map<std::string, MemberResult> results_;
  TextFile members_, decisions_;
};

}  // namespace cardon
