// SPDX-License-Identifier: Apache-2.0
#include "retry/launcher_watch.hpp"

#include <charconv>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>

namespace cardon {
namespace {

namespace fs = std::filesystem;

std::optional<pid_t> number(const std::string& text) {
  pid_t pid = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), pid);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return pid;
}

// The fourth word of stat; the second one is a name in brackets that may hold anything. A process
// may end between opening and reading, which fails then: getline takes that for the end.
pid_t parent_of(pid_t pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(in, text, '\0');
  const auto bracket = text.rfind(')');
  if (bracket == std::string::npos) return 0;
  std::istringstream rest(text.substr(bracket + 1));
  std::string state;
  pid_t parent = 0;
  rest >> state >> parent;
  return parent;
}

bool is_below(pid_t pid, pid_t ancestor, const std::map<pid_t, pid_t>& parents) {
  for (auto found = parents.find(pid); found != parents.end(); found = parents.find(found->second))
    if (found->second == ancestor) return true;
  return false;
}

}  // namespace

LauncherWatch::LauncherWatch(pid_t launcher, fs::path program)
    : launcher_(launcher), program_(std::move(program)) {}

// A process that has ended, but was not asked for, has no program any more.
bool LauncherWatch::has_ranks() const {
  std::map<pid_t, pid_t> parents;
  std::error_code ignored;
  for (fs::directory_iterator at("/proc", ignored), end; at != end; at.increment(ignored)) {
    if (ignored) break;
    if (const auto pid = number(at->path().filename().string())) parents[*pid] = parent_of(*pid);
  }
  for (const auto& [pid, parent] : parents) {
    if (!is_below(pid, launcher_, parents)) continue;
    std::error_code gone;
    if (fs::read_symlink("/proc/" + std::to_string(pid) + "/exe", gone) == program_) return true;
  }
  return false;
}

std::chrono::duration<double> LauncherWatch::alone() {
  const bool has = has_ranks();
  had_ranks_ = had_ranks_ || has;
  if (has || !had_ranks_) {
    since_.reset();
    return {};
  }
  if (!since_) since_ = Clock::now();
  return Clock::now() - *since_;
}

}  // namespace cardon
