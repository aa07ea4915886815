// SPDX-License-Identifier: Apache-2.0
// Where the run leaves its state and the server finds it.
#pragma once
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

#include "run_state.hpp"

namespace cardon {

/// Written by the thread that steps, read by those of the server. Writing costs a copy of a small
/// structure; the text is made by the first reader who wants it.
class StateBoard {
 public:
  struct Entry {
    long version = 0;
    std::shared_ptr<const RunState> state;
    std::shared_ptr<const std::string> json;  ///< of state_json(), one line
  };

  void put(RunState state);
  /// The newest; version 0: there is none yet.
  Entry newest();
  /// Waits until there is one after this version, the board is closed, or the time is over.
  Entry after(long version, std::chrono::milliseconds patience);
  /// Waits for this time, unless the board is closed.
  void rest(std::chrono::milliseconds time);
  /// No more follow; all who wait return.
  void close();
  bool closed() const;

 private:
  Entry entry();
  mutable std::mutex mutex_;
  std::condition_variable changed_, ending_;
  long version_ = 0;
  std::shared_ptr<const RunState> state_ = std::make_shared<const RunState>();
  std::shared_ptr<const std::string> json_;
  bool closed_ = false;
};

}  // namespace cardon
