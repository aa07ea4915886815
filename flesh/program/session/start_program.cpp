// SPDX-License-Identifier: Apache-2.0
#include "session/start_program.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cardon/thorn/error.hpp>
#include <cerrno>

namespace cardon {
namespace {

// In the new process, where only simple calls of the system are allowed. Tells by `told` what
// fails.
[[noreturn]] void become(char* const* words, pid_t parent, int told) {
  if (getppid() == parent) execvp(words[0], words);
  const int why = errno;
  [[maybe_unused]] const ssize_t ignored = write(told, &why, sizeof why);
  _exit(exit_environment);
}

}  // namespace

pid_t start_program(const std::vector<std::string>& command, int at_parents_end,
                    const std::function<void()>& prepare) {
  std::vector<std::string> copies(command);
  std::vector<char*> words;
  for (std::string& word : copies) words.push_back(word.data());
  words.push_back(nullptr);
  std::array<int, 2> ends{};  // of a pipe that closes by itself when the program starts
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return -errno;
  const pid_t parent = getpid(), child = fork();
  const int not_forked = errno;
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, at_parents_end);
    prepare();
    become(words.data(), parent, ends[1]);
  }
  close(ends[1]);
  int why = 0;
  ssize_t got = 0;
  while (child > 0 && (got = read(ends[0], &why, sizeof why)) < 0 && errno == EINTR) continue;
  const bool failed = got == ssize_t(sizeof why);
  close(ends[0]);
  if (child < 0) return -not_forked;
  if (!failed) return child;
  waitpid(child, nullptr, 0);
  return -why;
}

}  // namespace cardon
