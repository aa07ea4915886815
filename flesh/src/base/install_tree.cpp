// SPDX-License-Identifier: Apache-2.0
#include "base/install_tree.hpp"

#include <dlfcn.h>

namespace cardon {

namespace fs = std::filesystem;

fs::path library_folder() {
  Dl_info info{};
  std::error_code failed;
  if (!dladdr(reinterpret_cast<const void*>(&library_folder), &info) || !info.dli_fname) return {};
  const fs::path file = fs::canonical(info.dli_fname, failed);
  return failed ? fs::path() : file.parent_path();
}

fs::path share_folder() {
  fs::path above = library_folder();
  // lib/ or lib/x86_64-linux-gnu/ below the prefix; two more for libraries that were compiled for
  // newer processors: .../glibc-hwcaps/x86-64-v3
  for (int levels = 0; levels < 4; ++levels) {
    above = above.parent_path();
    std::error_code ignored;
    if (fs::is_directory(above / "share" / "cardon", ignored)) return above / "share" / "cardon";
  }
  return {};
}

}  // namespace cardon
