// SPDX-License-Identifier: Apache-2.0
#include "ensemble/partner_process.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cardon/services/timings.hpp>
#include <cardon/thorn/error.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "session/signals.hpp"
#include "session/start_program.hpp"

namespace cardon {
namespace {

[[noreturn]] void fail(const std::string& program, int why) {
  throw Error({.slug = "ensemble/launch",
               .message = fmt::format("cannot start {}: {}", program, std::strerror(why)),
               .help = "launcher takes the words that start a program at the site, such as ssh b"},
              exit_environment);
}

// In the new process, see start_program.
void talk_by(int end) {
  setsid();
  dup2(end, STDIN_FILENO);
  dup2(end, STDOUT_FILENO);
  for (const int signal : SignalWatch::wishes) std::signal(signal, SIG_DFL);
  std::signal(SIGPIPE, SIG_DFL);
}

}  // namespace

PartnerProcess::PartnerProcess(EventLoop& loop, const std::vector<std::string>& command)
    : loop_(loop) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    fail(command.front(), errno);
  const pid_t started = start_program(command, SIGTERM, [&] { talk_by(ends[1]); });
  close(ends[1]);
  channel_ = std::make_unique<DescriptorChannel>(loop, ends[0], ends[0]);
  if (started < 0) fail(command.front(), -started);
  pid_ = started;
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
