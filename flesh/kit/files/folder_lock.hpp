// SPDX-License-Identifier: Apache-2.0
// Who writes to a folder.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace cardon {

/// The process that a lock file names.
struct FolderUser {
  enum class State {
    ended,    ///< it was on this host and is no more
    unknown,  ///< it was on another host, or in another container
    going
  };
  State state = State::unknown;
  std::string host;  ///< empty: the lock file cannot be read
  long process = 0;
  std::filesystem::path lock;

  /// "process 4711 on host node17"
  std::string text() const;
};

/// What a folder is used for; the name is part of the lock file's.
struct FolderUse {
  const char* name;  ///< "run"
  const char* slug;  ///< of the error where somebody else is there
};
inline constexpr FolderUse run_use{"run", "run/folder-in-use"};
inline constexpr FolderUse gather_use{"gather", "gather/folder-in-use"};

/// Who uses a folder, or was the last to do so and did not get to tidy up; nothing: nobody.
std::optional<FolderUser> user_of(const std::filesystem::path& folder, const FolderUse& use);
/// Throws Error (by `use`) if somebody uses a folder, or may do so.
void require_unlocked(const std::filesystem::path& folder, const FolderUse& use);

/// As long as it lives, one process alone has a folder, also on network file systems: it is made
/// with O_EXCL or link(), never with the locks of a kernel. The locks of processes that have ended
/// are no obstacle and go with it.
class FolderLock {
 public:
  FolderLock() = default;
  /// Throws Error (by `use`) if somebody uses the folder, or may do so; (environment/folder) if
  /// the lock cannot be made.
  FolderLock(const std::filesystem::path& folder, const FolderUse& use);
  ~FolderLock() { release(); }
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&& other) noexcept;

  /// Whether someone before had the folder and did not get to tidy up.
  bool found_earlier() const { return number_ > 1; }
  void release() noexcept;

 private:
  std::filesystem::path folder_;
  std::string name_;
  int number_ = 0;  ///< 0: there is none
};

/// Whether a file of a run folder is a lock.
bool is_folder_lock(const std::filesystem::path& file);

}  // namespace cardon
