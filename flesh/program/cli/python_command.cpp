// SPDX-License-Identifier: Apache-2.0
#include "python_command.hpp"

#include <unistd.h>

#include <cardon/thorn/error.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/install_tree.hpp"
#include "build_info.hpp"

namespace cardon::cli {
namespace {

// Python ignores the signal of a pipe without a reader; what was set before must be told to it.
bool pipe_signal_ends() {
  struct sigaction now {};
  return sigaction(SIGPIPE, nullptr, &now) == 0 && now.sa_handler == SIG_DFL;
}

[[noreturn]] void fail(const std::string& verb, const std::string& reason) {
  Problem problem{.slug = "environment/python",
                  .message = "cannot start Python, in which cardon " + verb + " is written"};
  problem.notes = {reason};
  problem.help = "apt-get install python3 python3-numpy python3-h5py python3-matplotlib";
  throw Error(std::move(problem), exit_environment);
}

}  // namespace

std::string own_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

void become_python(const std::string& verb, nlohmann::json options) {
  const std::string script = (share_folder() / "python" / "run_command.py").string();
  std::error_code unknown;
  if (!std::filesystem::exists(script, unknown)) fail(verb, script + " does not exist");
  // Every thread of a linear algebra library reserves memory, and pictures need none.
  setenv("OPENBLAS_NUM_THREADS", "1", 0);
  std::fflush(stdout);
  options["pipe_signal"] = pipe_signal_ends();
  const std::string text = options.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  std::string reason;
  // The interpreter for which the distribution installs its packages, else the first in PATH.
  for (const std::string program : {build_python, "python3"}) {
    execlp(program.c_str(), program.c_str(), script.c_str(), verb.c_str(), text.c_str(), nullptr);
    reason = program + ": " + std::strerror(errno);
  }
  fail(verb, reason);
}

}  // namespace cardon::cli
