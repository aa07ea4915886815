// SPDX-License-Identifier: Apache-2.0
#include "retry/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "cardon/thorn/error.hpp"
#include "retry/launcher_watch.hpp"

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

// In the new process, where only simple calls of the system are allowed. Tells what fails by
// `told`.
[[noreturn]] void become(const std::vector<char*>& words, const SignalQueue& signals, pid_t parent,
                         int told) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGUSR1);
  const int nothing = open("/dev/null", O_RDONLY);
  if (nothing >= 0) dup2(nothing, STDIN_FILENO);
  signals.restore();
  if (getppid() == parent) execvp(words.front(), words.data());
  const int why = errno;
  [[maybe_unused]] const ssize_t ignored = write(told, &why, sizeof why);
  _exit(exit_environment);
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command, const SignalQueue& signals)
    : signals_(signals) {
  std::vector<std::string> copies(command);
  std::vector<char*> words;
  for (std::string& word : copies) words.push_back(word.data());
  words.push_back(nullptr);
  std::array<int, 2> ends{};  // of a pipe that closes by itself when the program starts
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail(command.front(), errno);
  const pid_t parent = getpid();
  pid_ = fork();
  const int not_forked = errno;
  if (pid_ == 0) become(words, signals, parent, ends[1]);
  close(ends[1]);
  int why = 0;
  const bool failed = pid_ > 0 && read(ends[0], &why, sizeof why) == ssize_t(sizeof why);
  close(ends[0]);
  if (pid_ < 0) fail(command.front(), not_forked);
  if (!failed) return;
  waitpid(pid_, nullptr, 0);
  fail(command.front(), why);
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
