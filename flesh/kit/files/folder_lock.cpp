// SPDX-License-Identifier: Apache-2.0
#include "files/folder_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cardon/thorn/error.hpp>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <random>
#include <sstream>
#include <utility>

#include "files/regular_file.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;
using State = FolderUser::State;

constexpr const char* lock_word = "-lock-";

std::string host_name() {
  char name[256] = {};
  gethostname(name, sizeof(name) - 1);
  return name;
}

std::string first_line(const fs::path& file) {
  std::string line;
  std::ifstream in(file);
  std::getline(in, line);
  return line;
}

/// When a process began, in ticks of this boot: numbers of processes come again. 0: it has ended.
long begin_of(long process) {
  const std::string stat = first_line(fmt::format("/proc/{}/stat", process));
  std::istringstream words(stat.substr(std::min(stat.rfind(')'), stat.size() - 1) + 1));
  std::string state, other;
  words >> state;
  if (stat.empty() || state == "Z" || state == "X") return 0;
  for (int n = 4; n < 22; ++n) words >> other;
  long begin = 0;
  return words >> begin ? begin : 0;
}

/// Among which processes a number means one.
std::string processes() {
  std::error_code ignored;
  return first_line("/proc/sys/kernel/random/boot_id") + ' ' +
         fs::read_symlink("/proc/self/ns/pid", ignored).string();
}

std::string own_text() {
  return fmt::format("host {}\nprocess {}\nbegan {}\namong {}\n", host_name(), getpid(),
                     begin_of(getpid()), processes());
}

fs::path lock_file(const fs::path& folder, const std::string& use, int number) {
  return folder / fmt::format(".{}{}{}", use, lock_word, number);
}

bool is_there(const fs::path& file) {
  struct stat found {};
  return lstat(file.c_str(), &found) == 0;
}

bool still_runs(long process, long begin) {
  if (begin > 0) return begin_of(process) == begin;
  return kill(pid_t(process), 0) == 0 || errno == EPERM;  // a system without /proc
}

/// Nothing if there is no such file.
std::optional<FolderUser> read_lock(const fs::path& file) {
  FolderUser user{.lock = file};
  constexpr std::uintmax_t max_bytes = 4096;
  RegularText lock = read_regular_file(file, max_bytes);
  if (!is_there(file)) return std::nullopt;
  if (lock.missing) lock = read_regular_file(file, max_bytes);  // it has just been made
  std::istringstream in(lock.text);
  std::string host, process, began, among;
  std::getline(in, host);
  in >> process >> user.process >> began;
  long begin = 0;
  in >> begin >> among >> std::ws;
  std::getline(in, among);
  if (!host.starts_with("host ") || process != "process" || user.process < 1)
    return FolderUser{.lock = file};
  user.host = host.substr(5);
  if (user.host == host_name() && among == processes())
    user.state = still_runs(user.process, begin) ? State::going : State::ended;
  return user;
}

[[noreturn]] void fail(const fs::path& folder, int why) {
  throw Error({.slug = "environment/folder",
               .message = fmt::format("cannot write to the folder {}: {}", folder.string(),
                                      std::generic_category().message(why)),
               .help = "choose another with --out FOLDER"},
              exit_environment);
}

void refuse(const fs::path& folder, const FolderUse& use, const FolderUser& user) {
  Problem problem{.slug = use.slug};
  problem.message = fmt::format("the folder {} is in use by {}", folder.string(), user.text());
  problem.help = "choose another with --out FOLDER";
  if (user.state == State::unknown)
    problem.help += fmt::format(", or remove {} if that process has ended", user.lock.string());
  throw Error(problem);
}

void write_new(const fs::path& file, int flags, const fs::path& folder) {
  const int out = open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0644);
  if (out < 0) fail(folder, errno);
  const std::string text = own_text();
  const bool whole = write(out, text.data(), text.size()) == ssize_t(text.size());
  const int why = errno;
  close(out);
  if (whole) return;
  unlink(file.c_str());
  fail(folder, why);
}

/// A lock that nobody sees half of. False: another one was faster.
bool make_lock(const fs::path& file, const fs::path& folder) {
  std::random_device random;
  const fs::path fresh = fmt::format("{}.{:08x}{:08x}", file.string(), random(), random());
  write_new(fresh, O_EXCL, folder);
  const int why = link(fresh.c_str(), file.c_str()) == 0 ? 0 : errno;
  // Over a network, a link that was made may be reported as a failure.
  struct stat found {};
  const bool made = why == 0 || (stat(fresh.c_str(), &found) == 0 && found.st_nlink == 2);
  unlink(fresh.c_str());
  if (made || why == EEXIST) return made;
  if (why != EPERM && why != EOPNOTSUPP && why != ENOSYS && why != EMLINK) fail(folder, why);
  try {
    write_new(file, O_EXCL, folder);  // a file system without links
  } catch (const Error&) {
    if (!is_there(file)) throw;
    return false;
  }
  return true;
}

}  // namespace

std::string FolderUser::text() const {
  return host.empty() ? fmt::format("another process ({} cannot be read)", lock.string())
                      : fmt::format("process {} on host {}", process, host);
}

std::optional<FolderUser> user_of(const fs::path& folder, const FolderUse& use) {
  std::optional<FolderUser> last;
  for (int number = 1;; ++number) {
    const auto user = read_lock(lock_file(folder, use.name, number));
    if (!user) return last;
    last = user;
    if (user->state != State::ended) return last;
  }
}

void require_unlocked(const fs::path& folder, const FolderUse& use) {
  const auto user = user_of(folder, use);
  if (user && user->state != State::ended) refuse(folder, use, *user);
}

// The lock of a process that has ended is never replaced, since two may see that at once: the next
// number is taken, which only one of them gets.
FolderLock::FolderLock(const fs::path& folder, const FolderUse& use) {
  int number = 1;
  for (bool made = false; !made;) {
    const fs::path file = lock_file(folder, use.name, number);
    const auto user = read_lock(file);
    if (!user)
      made = make_lock(file, folder);
    else if (user->state != State::ended)
      refuse(folder, use, *user);
    else
      ++number;
  }
  folder_ = folder;
  name_ = use.name;
  number_ = number;
}

FolderLock::FolderLock(FolderLock&& other) noexcept { *this = std::move(other); }

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
  if (this == &other) return *this;
  release();
  folder_ = std::move(other.folder_);
  name_ = std::move(other.name_);
  number_ = std::exchange(other.number_, 0);
  return *this;
}

void FolderLock::release() noexcept {
  for (int number = 1; number <= number_; ++number)
    unlink(lock_file(folder_, name_, number).c_str());
  number_ = 0;
}

bool is_folder_lock(const fs::path& file) {
  const std::string name = file.filename().string();
  for (const FolderUse& use : {run_use, gather_use})
    if (name.starts_with(std::string(".") + use.name + lock_word)) return true;
  return false;
}

}  // namespace cardon
