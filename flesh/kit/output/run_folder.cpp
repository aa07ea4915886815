// SPDX-License-Identifier: Apache-2.0
#include "output/run_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/collective_or_throw.hpp>
#include <cardon/thorn/error.hpp>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <random>

#include "files/numbered_folder.hpp"

namespace cardon {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void fail(const std::string& slug, const std::string& message,
                       const std::string& help) {
  throw Error({.slug = slug, .message = message, .help = help}, exit_environment);
}

/// Whether there is something of this name; fails where the system does not tell.
bool is_in_folder(const fs::path& path) {
  std::error_code code;
  const bool found = fs::exists(path, code);
  if (code)
    fail("environment/folder",
         fmt::format("cannot access the run folder {}: {}", path.parent_path().string(),
                     code.message()),
         "choose another with --out FOLDER");
  return found;
}

/// For collective calls, which no rank may leave early.
bool is_seen(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

[[noreturn]] void fail_to_make(const fs::path& path, const std::error_code& code) {
  fail("environment/folder",
       fmt::format("cannot make the run folder {}: {}", path.string(), code.message()),
       "choose another with --out FOLDER");
}

void make(const fs::path& path) {
  std::error_code code;
  fs::create_directories(path, code);
  if (code) fail_to_make(path, code);
}

/// Results of a run are not to be mixed with new ones.
void refuse_run(const fs::path& path) {
  if (is_in_folder(path / "resolved.yaml"))
    throw Error({.slug = "run/folder-in-use",
                 .message = fmt::format("the folder {} already holds a run", path.string()),
                 .help =
                     "choose another with --out FOLDER, or remove it; without --out a new folder "
                     "is made for each run"});
}

void refuse_used(const fs::path& path) {
  require_unlocked(path, run_use);
  refuse_run(path);
}

/// Also of a run that has just ended, nothing is touched.
FolderLock lock(const fs::path& path) {
  FolderLock mine(path, run_use);
  refuse_run(path);
  return mine;
}

void write_mark(const fs::path& file) {
  if (std::ofstream(file) << "of a run that starts\n") return;
  fail("environment/folder",
       fmt::format("cannot write to the run folder {}: {}", file.parent_path().string(),
                   std::strerror(errno)),
       "choose another with --out FOLDER");
}

/// The name of a new file that no other run has.
std::string mark_of(const fs::path& folder) {
  std::random_device random;
  const std::string name = fmt::format(".starts-{:08x}{:08x}", random(), random());
  write_mark(folder / name);
  return name;
}

std::string of_rank_zero(const std::string& text, Transport& transport) {
  const auto bytes = transport.all_gather(std::as_bytes(std::span(text))).front();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

fs::path choose(const fs::path& wanted, const std::string& name) {
  if (!wanted.empty()) {
    refuse_used(wanted);
    make(wanted);
    return wanted;
  }
  std::error_code code;
  const fs::path parent = fs::path("runs") / name, folder = make_numbered_folder(parent, code);
  if (code) fail_to_make(folder, code);
  return folder;
}

}  // namespace

void RunFolder::require_unused(const fs::path& wanted, Transport& transport) {
  collective_or_throw(transport, [&] {
    if (transport.rank() == 0 && !wanted.empty()) refuse_used(wanted);
  });
}

RunFolder::RunFolder(const fs::path& wanted, const std::string& name,
                     const std::vector<Site>& sites, Transport& transport)
    : rank_(transport.rank()), writes_(rank_ == 0) {
  std::string mine, token;
  collective_or_throw(transport, [&] {
    if (!writes_) return;
    mine = choose(wanted, name).string();
    lock_ = lock(mine);
    token = mark_of(mine);
  });
  path_ = of_rank_zero(mine, transport);
  share(sites, of_rank_zero(token, transport), transport);
}

// Marks tell who sees which folder: file systems have no name that is the same on all hosts.
void RunFolder::share(const std::vector<Site>& sites, const std::string& token,
                      Transport& transport) {
  const std::string own = token + "-of-site";
  const bool is_first = std::any_of(sites.begin(), sites.end(),
                                    [this](const Site& s) { return s.ranks.front() == rank_; });
  const bool sees = is_seen(path_ / token);
  collective_or_throw(transport, [&] {
    if (!is_first || sees) return;
    make(path_);
    lock_ = lock(path_);
    write_mark(path_ / own);
    writes_ = true;
  });
  collective_or_throw(transport, [&] {
    if (!sees && !is_seen(path_ / own))
      fail("environment/folder",
           fmt::format("rank {} does not see the run folder {} of its site", rank_, path_.string()),
           "start in a folder, or give one with --out FOLDER, that all hosts of a site have in "
           "common");
  });
  const auto all = transport.all_gather(std::as_bytes(std::span(&sees, 1)));
  for (const Site& site : sites)
    shared_.push_back(all[std::size_t(site.ranks.front())].front() != std::byte{0});
  std::error_code ignored;
  if (writes_) fs::remove(path_ / (rank_ == 0 ? token : own), ignored);
}

void RunFolder::write_result(const std::string& file, const std::string& text) const {
  try {
    write(file, text);
  } catch (const Error&) {
    if (rank_ == 0) throw;
  }
}

void RunFolder::write(const std::string& file, const std::string& text) const {
  if (!writes_) return;
  const fs::path target = path_ / file,
                 partial = target.string() + fmt::format(".partial-{}", rank_);
  std::ofstream out(partial, std::ios::binary);
  out << text << std::flush;
  if (!out) {
    const int reason = errno;
    std::error_code ignored;
    fs::remove(partial, ignored);
    fail("environment/write",
         fmt::format("cannot write {}: {}", target.string(), std::strerror(reason)),
         "free some space or choose another folder with --out FOLDER");
  }
  out.close();
  std::error_code code;
  fs::rename(partial, target, code);
  if (code)
    fail("environment/write", fmt::format("cannot rename {}: {}", partial.string(), code.message()),
         "check the folder");
}

}  // namespace cardon
