// SPDX-License-Identifier: Apache-2.0
#include "ensemble/partner_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "cardon/services/timings.hpp"
#include "cardon/thorn/error.hpp"
#include "session/signals.hpp"

namespace cardon {
namespace {

[[noreturn]] void fail(const std::string& program, int why) {
  throw Error({.slug = "ensemble/launch",
               .message = fmt::format("cannot start {}: {}", program, std::strerror(why)),
               .help = "launcher takes the words that start a program at the site, such as ssh b"},
              exit_environment);
}

// In the new process, where only simple calls of the system are allowed.
[[noreturn]] void become(char* const* words, int end, pid_t parent, int told) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  dup2(end, STDIN_FILENO);
  dup2(end, STDOUT_FILENO);
  for (const int signal : SignalWatch::wishes) std::signal(signal, SIG_DFL);
  std::signal(SIGPIPE, SIG_DFL);
  if (getppid() == parent) execvp(words[0], words);
  const int why = errno;
  [[maybe_unused]] const ssize_t ignored = write(told, &why, sizeof why);
  _exit(exit_environment);
}

}  // namespace

PartnerProcess::PartnerProcess(EventLoop& loop, const std::vector<std::string>& command)
    : loop_(loop) {
  std::vector<std::string> copies(command);
  std::vector<char*> words;
  for (std::string& word : copies) words.push_back(word.data());
  words.push_back(nullptr);
  std::array<int, 2> ends{}, told{};  // `told` closes by itself when the program starts
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    fail(command.front(), errno);
  if (pipe2(told.data(), O_CLOEXEC) != 0) {
    const int no_pipe = errno;
    close(ends[0]);
    close(ends[1]);
    fail(command.front(), no_pipe);
  }
  const pid_t parent = getpid();
  pid_ = fork();
  const int not_forked = errno;
  if (pid_ == 0) become(words.data(), ends[1], parent, told[1]);
  close(ends[1]);
  close(told[1]);
  channel_ = std::make_unique<DescriptorChannel>(loop, ends[0], ends[0]);
  int why = 0;
  const bool failed = pid_ > 0 && read(told[0], &why, sizeof why) == ssize_t(sizeof why);
  close(told[0]);
  if (pid_ < 0) fail(command.front(), not_forked);
  if (!failed) return;
  waitpid(pid_, nullptr, 0);
  pid_ = -1;
  fail(command.front(), why);
}

PartnerProcess::~PartnerProcess() {
  *alive_ = false;
  if (pid_ < 0) return;
  kill(-pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

void PartnerProcess::send(int signal) const {
  if (pid_ > 0) kill(pid_, signal);
}

void PartnerProcess::end(double seconds, std::function<void(const std::string& how)> then) {
  constexpr double shortest = 0.001;  // s
  wait(shortest, seconds_now() + seconds, std::move(then));
}

void PartnerProcess::wait(double pause, double last,
                          std::function<void(const std::string& how)> then) {
  constexpr double longest = 0.05;  // s
  int status = 0;
  if (pid_ > 0 && waitpid(pid_, &status, WNOHANG) == 0) {
    if (seconds_now() > last) kill(-pid_, SIGKILL);
    loop_.at(seconds_now() + pause, [=, this, then = std::move(then), alive = alive_] {
      if (*alive) wait(std::min(2 * pause, longest), last, then);
    });
    return;
  }
  pid_ = -1;
  const std::string how = WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status))
                                              : fmt::format("exit code {}", WEXITSTATUS(status));
  then(how);  // which may destroy this
}

}  // namespace cardon
