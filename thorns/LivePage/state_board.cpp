// SPDX-License-Identifier: Apache-2.0
#include "state_board.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "state_json.hpp"

namespace cardon {

void StateBoard::put(RunState state) {
  auto next = std::make_shared<const RunState>(std::move(state));
  {
    const std::lock_guard lock(mutex_);
    state_.swap(next);
    json_.reset();
    ++version_;
  }
  changed_.notify_all();
}

StateBoard::Entry StateBoard::entry() {
  if (!json_ && version_ > 0)
    json_ = std::make_shared<const std::string>(json_line(state_json(*state_)));
  return {version_, state_, json_};
}

StateBoard::Entry StateBoard::newest() {
  const std::lock_guard lock(mutex_);
  return entry();
}

StateBoard::Entry StateBoard::after(long version, std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return version_ > version || closed_; });
  return entry();
}

void StateBoard::rest(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  ending_.wait_for(lock, time, [this] { return closed_; });
}

void StateBoard::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
  ending_.notify_all();
}

bool StateBoard::closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

}  // namespace cardon
