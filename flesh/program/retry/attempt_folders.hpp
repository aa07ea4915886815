// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <set>
#include <string>

namespace cardon {

/// Run folders of one run that is started several times, so that its checkpoints are known from
/// those of others: runs/NAME/0001, 0002, ... or FOLDER, FOLDER-retry-1, ...
class AttemptFolders {
 public:
  /// `out` empty: below runs/NAME.
  AttemptFolders(std::filesystem::path out, std::string name)
      : out_(std::move(out)), name_(std::move(name)) {}

  /// One that nobody has, and that is made at once so that nobody takes it. `out` itself, the
  /// first, is left to the run to make or to refuse. Throws Error (environment/folder).
  std::filesystem::path next();
  /// Removes a folder that next() made and to which nothing was written. Others are the user's.
  void give_back(const std::filesystem::path& folder);

 private:
  std::filesystem::path beside(int number) const;
  std::filesystem::path out_;
  std::string name_;
  bool out_used_ = false;
  std::set<std::filesystem::path> made_;
};

}  // namespace cardon
