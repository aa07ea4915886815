// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

#include "ensemble/line_channel.hpp"

namespace cardon {

/// A program that this one starts and exchanges lines with, over its standard input and output. It
/// has a session of its own, so that keys such as Ctrl-C reach this program only and a launcher
/// that asks for a password fails at once, and gets SIGTERM if this program dies.
class PartnerProcess {
 public:
  /// Throws Error ensemble/launch (exit_environment) if it cannot be started.
  PartnerProcess(EventLoop& loop, const std::vector<std::string>& command);
  PartnerProcess(const PartnerProcess&) = delete;
  PartnerProcess& operator=(const PartnerProcess&) = delete;
  /// Ends it at once if it has not ended.
  ~PartnerProcess();

  /// Of the lines; whoever takes it keeps it.
  std::unique_ptr<LineChannel> take_channel() { return std::move(channel_); }
  void send(int signal) const;
  /// Calls `then` from the loop after its end: "exit code 4" or "signal 11". `seconds` later it is
  /// killed, with its group.
  void end(double seconds, std::function<void(const std::string& how)> then);
  pid_t process() const { return pid_; }

 private:
  void wait(double pause, double last, std::function<void(const std::string& how)> then);

  EventLoop& loop_;
  pid_t pid_ = -1;  // below 0: it has ended
  std::unique_ptr<LineChannel> channel_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  // timers may outlive this
};

}  // namespace cardon
