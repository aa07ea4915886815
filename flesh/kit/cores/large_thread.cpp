// SPDX-License-Identifier: Apache-2.0
#include "cores/large_thread.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <memory>
#include <system_error>
#include <utility>

namespace cardon {
namespace {

constexpr rlim_t min_stack = 8 << 20, max_stack = 64 << 20;  // bytes

std::size_t stack_bytes() {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0) return min_stack;
  return std::clamp(limit.rlim_cur, min_stack, max_stack);  // RLIM_INFINITY is the largest number
}

void check_thread(int code) {
  if (code != 0) throw std::system_error(code, std::generic_category());
}

void* run(void* given) {
  const std::unique_ptr<std::function<void()>> work(static_cast<std::function<void()>*>(given));
  (*work)();
  return nullptr;
}

}  // namespace

LargeThread::LargeThread(std::function<void()> work) {
  auto given = std::make_unique<std::function<void()>>(std::move(work));
  pthread_attr_t wishes;
  check_thread(pthread_attr_init(&wishes));
  int code = pthread_attr_setstacksize(&wishes, stack_bytes());
  if (code == 0) code = pthread_create(&thread_, &wishes, run, given.get());
  pthread_attr_destroy(&wishes);
  check_thread(code);
  static_cast<void>(given.release());  // the thread's
}

LargeThread::LargeThread(LargeThread&& other) noexcept
    : thread_(std::exchange(other.thread_, {})) {}

void LargeThread::join() { check_thread(pthread_join(thread_, nullptr)); }

void LargeThread::leave() { check_thread(pthread_detach(thread_)); }

}  // namespace cardon
