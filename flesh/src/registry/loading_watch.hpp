// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <exception>
#include <mutex>
#include <string>

namespace cardon {

/// While it lives, an end of the program is reported with the name of the thorn that is being
/// loaded: an exception of a constructor that the system's loader cannot pass on, a signal, exit().
/// Handlers belong to the process, so that other threads wait in the constructor until it is gone.
class LoadingWatch {
 public:
  explicit LoadingWatch(const std::string& thorn);
  ~LoadingWatch();
  LoadingWatch(const LoadingWatch&) = delete;
  LoadingWatch& operator=(const LoadingWatch&) = delete;

 private:
  std::unique_lock<std::mutex> alone_;
  std::terminate_handler before_;
};

}  // namespace cardon
