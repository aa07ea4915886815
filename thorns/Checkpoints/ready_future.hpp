// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <future>

namespace cardon {

/// Whether a thread has been started and is through.
template <class T>
bool is_ready(const std::future<T>& future) {
  return future.valid() && future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace cardon
