// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <mutex>

#include "registry/thorn_file.hpp"

namespace cardon {

/// The thorns that this process has opened for a run, so that each declares itself once, however
/// often the run or its ranks that are threads ask for it.
class OpenedThorns {
 public:
  /// As open_thorn; a thorn that could not be opened is tried again.
  ThornDeclaration open(const ThornFile& thorn, const Location& where = {});

 private:
  std::mutex mutex_;
  std::map<std::filesystem::path, ThornDeclaration> by_file_;
};

}  // namespace cardon
