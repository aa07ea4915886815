// SPDX-License-Identifier: Apache-2.0
#include "retry/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "retry/launcher_watch.hpp"
#include "session/start_program.hpp"

namespace cardon {
namespace {

// Launchers end at once when their ranks have; not so if they wait for what will never come.
constexpr std::chrono::seconds patience{20};

// A launcher is looked at soon, for it may lose its ranks soon, and later at times.
constexpr std::chrono::milliseconds first_look{1}, last_look{1000};

[[noreturn]] void fail(const std::string& program, int why) {
  throw Error({.slug = "run/launch",
               .message = fmt::format("cannot start {}: {}", program, std::strerror(why)),
               .help = "--launch takes the launcher with its options, such as \"mpirun -n 4\""});
}

// In the new process, see start_program.
void take_nothing_from_terminal(const SignalQueue& signals) {
  setpgid(0, 0);
  const int nothing = open("/dev/null", O_RDONLY);
  if (nothing >= 0) dup2(nothing, STDIN_FILENO);
  signals.restore();
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command, const SignalQueue& signals)
    : signals_(signals) {
  const pid_t started =
      start_program(command, SIGUSR1, [&] { take_nothing_from_terminal(signals); });
  if (started < 0) fail(command.front(), -started);
  pid_ = started;
}

ChildProcess::~ChildProcess() {
  if (pid_ < 0) return;
  send(SIGKILL);
  waitpid(pid_, nullptr, 0);
}

ProcessEnd ChildProcess::wait(const std::function<void(int signal)>& on_signal) {
  int status = 0;
  bool ended = false;
  auto pause = first_look;
  std::error_code unknown;
  LauncherWatch watch(pid_, std::filesystem::read_symlink("/proc/self/exe", unknown));
  while (waitpid(pid_, &status, WNOHANG) == 0) {
    const int signal = signals_.next(pause);
    pause = std::min(2 * pause, last_look);
    if (signal != 0 && signal != SIGCHLD) on_signal(signal);
    if (signal != 0 || watch.alone() < patience) continue;
    send(ended ? SIGKILL : SIGTERM);
    ended = true;
  }
  pid_ = -1;
  if (WIFSIGNALED(status)) return {.signal = WTERMSIG(status), .outlived_ranks = ended};
  return {.code = WEXITSTATUS(status), .outlived_ranks = ended};
}

void ChildProcess::send(int signal) const {
  if (pid_ > 0) kill(pid_, signal);
}

}  // namespace cardon
