// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <future>
#include <system_error>
#include <type_traits>

namespace cardon {

/// Does `work` on a thread of its own, or at once where the system refuses a thread, as limits of
/// users (ulimit -u) and of control groups do.
template <class Work>
std::future<std::invoke_result_t<Work>> in_background(const Work& work) {
  try {
    return std::async(std::launch::async, work);
  } catch (const std::system_error&) {
    std::packaged_task<std::invoke_result_t<Work>()> task(work);
    auto result = task.get_future();
    task();
    return result;
  }
}

}  // namespace cardon
