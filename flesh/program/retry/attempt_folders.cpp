// SPDX-License-Identifier: Apache-2.0
#include "retry/attempt_folders.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cardon/thorn/error.hpp>

#include "files/numbered_folder.hpp"

namespace cardon {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void fail(const fs::path& folder, const std::error_code& why) {
  throw Error(
      {.slug = "environment/folder",
       .message = fmt::format("cannot make the run folder {}: {}", folder.string(), why.message()),
       .help = "choose another with --out FOLDER"},
      exit_environment);
}

}  // namespace

fs::path AttemptFolders::beside(int number) const {
  return out_.string() + fmt::format("-retry-{}", number);
}

fs::path AttemptFolders::next() {
  if (!out_.empty() && !out_used_) {
    out_used_ = true;
    return out_;
  }
  std::error_code failure;
  fs::path folder;
  if (out_.empty()) {
    folder = make_numbered_folder(fs::path("runs") / name_, failure);
    if (failure) fail(folder, failure);
  } else {
    folder = beside(1);
    if (folder.has_parent_path()) fs::create_directories(folder.parent_path(), failure);
    if (failure) fail(folder, failure);
    for (int number = 1; !fs::create_directory(folder, failure); folder = beside(++number))
      if (failure) fail(folder, failure);
  }
  made_.insert(folder);
  return folder;
}

void AttemptFolders::give_back(const fs::path& folder) {
  // Not fs::remove(), which would also remove a link that has taken its place.
  if (made_.erase(folder) > 0) rmdir(folder.c_str());
}

}  // namespace cardon
