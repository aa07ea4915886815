// SPDX-License-Identifier: Apache-2.0
#include "stack_limit.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>

namespace cardon::cli {
namespace {

constexpr rlim_t min_stack = 1 << 20, usual = 8 << 20;  // bytes

}  // namespace

void require_stack(char** argv) {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= min_stack) return;
  const rlim_t before = limit.rlim_cur;
  limit.rlim_cur = std::min(limit.rlim_max, usual);  // RLIM_INFINITY is the largest number
  if (limit.rlim_cur >= min_stack && setrlimit(RLIMIT_STACK, &limit) == 0) {
    execv("/proc/self/exe", argv);
    return;  // the main thread has the new limit
  }
  throw Error(
      Problem{.slug = "cli/stack-limit",
              .message = fmt::format("the stack is limited to {} kB, Cardon needs {} kB",
                                     before / 1024, min_stack / 1024),
              .help = fmt::format("ulimit -s {}, in a shell whose own limit has not been lowered",
                                  usual / 1024)},
      exit_environment);
}

}  // namespace cardon::cli
