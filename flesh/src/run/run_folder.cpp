// SPDX-License-Identifier: Apache-2.0
#include "run/run_folder.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "cardon/error.hpp"
#include "cardon/together.hpp"

namespace cardon {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void fail(const std::string& slug, const std::string& message,
                       const std::string& help) {
  throw Error({.slug = slug, .message = message, .help = help}, exit_environment);
}

fs::path next_free(const fs::path& parent) {
  int number = 1;
  while (fs::exists(parent / fmt::format("{:04}", number))) ++number;
  return parent / fmt::format("{:04}", number);
}

void make(const fs::path& path) {
  std::error_code code;
  fs::create_directories(path, code);
  if (code)
    fail("environment/folder",
         fmt::format("cannot make the run folder {}: {}", path.string(), code.message()),
         "choose another with --out DIR");
}

/// A folder that holds a summary belongs to a finished run; its results are not to be mixed with
/// new ones.
void refuse_used(const fs::path& path) {
  if (fs::exists(path / "resolved.yaml"))
    throw Error({.slug = "run/folder-in-use",
                 .message = fmt::format("the folder {} already holds a run", path.string()),
                 .help = "choose another with --out DIR, or remove it; without --out a new folder "
                         "is made for each run"});
}

std::string choose(const fs::path& wanted, const std::string& name) {
  const fs::path path = wanted.empty() ? next_free(fs::path("runs") / name) : wanted;
  refuse_used(path);
  make(path);
  return path.string();
}

}  // namespace

void RunFolder::require_unused(const fs::path& wanted, Transport& transport) {
  together(transport, [&] {
    if (transport.rank() == 0 && !wanted.empty()) refuse_used(wanted);
  });
}

RunFolder::RunFolder(const fs::path& wanted, const std::string& name, Transport& transport)
    : writes_(transport.rank() == 0) {
  std::string mine;
  together(transport, [&] {
    if (writes_) mine = choose(wanted, name);
  });
  const std::vector<std::byte> bytes(reinterpret_cast<const std::byte*>(mine.data()),
                                     reinterpret_cast<const std::byte*>(mine.data()) + mine.size());
  const std::vector<std::byte> first = transport.all_gather(bytes).front();
  path_ = std::string(reinterpret_cast<const char*>(first.data()), first.size());
}

void RunFolder::write(const std::string& file, const std::string& text) const {
  if (!writes_) return;
  const fs::path target = path_ / file, partial = target.string() + ".partial";
  std::ofstream out(partial, std::ios::binary);
  out << text << std::flush;
  if (!out)
    fail("environment/write",
         fmt::format("cannot write {}: {}", partial.string(), std::strerror(errno)),
         "free some space or choose another folder with --out DIR");
  out.close();
  std::error_code code;
  fs::rename(partial, target, code);
  if (code)
    fail("environment/write", fmt::format("cannot rename {}: {}", partial.string(), code.message()),
         "check the folder");
}

}  // namespace cardon
