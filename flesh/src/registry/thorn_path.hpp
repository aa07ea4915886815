// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/node.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "registry/thorn_file.hpp"

namespace cardon {

/// The folders in which thorns are looked for, best first: those of --thorn-path, those of
/// `thorn_path:` in the parameter file, those that belong to this copy of Cardon (found relative to
/// libcardon.so, in the build and the install tree).
class ThornPath {
 public:
  /// A user's folder counts as it is, and so do lib/cardon/thorns and lib/cardon/services below it
  /// (a build folder). `from_file`: a relative entry counts from the folder of the file that names
  /// it. Throws Error that lists the folders that do not exist (registry/no-folder), those that
  /// the file names and the user has not trusted (see trusted_folders.hpp), and what every user of
  /// the computer may change (registry/untrusted).
  explicit ThornPath(const std::vector<std::string>& from_command_line = {},
                     const std::vector<Node>& from_file = {});
  /// Looks only where it is told; for tests.
  static ThornPath only(std::vector<std::filesystem::path> thorns,
                        std::vector<std::filesystem::path> services);

  /// "WaveToy" or, with its arrangement, "Wave/WaveToy".
  std::optional<ThornFile> find(std::string_view name) const;
  /// As find; throws Error registry/thorn-not-found with the nearest names and the folders.
  ThornFile require(std::string_view name, const Location& where = {}) const;
  /// Every thorn that can be named, by name; service thorns included.
  std::vector<ThornFile> available() const;

  const std::vector<std::filesystem::path>& thorn_folders() const { return thorns_; }
  const std::vector<std::filesystem::path>& service_folders() const { return services_; }

 private:
  void add_user_folder(const std::filesystem::path& folder);
  void refuse_what_anybody_writes(std::vector<Problem>& problems) const;
  void add_own_folders();

  std::vector<std::filesystem::path> thorns_;
  std::vector<std::filesystem::path> services_;
};

}  // namespace cardon
