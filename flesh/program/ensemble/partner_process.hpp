// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

#include "ensemble/line_channel.hpp"

namespace cardon {

/// A program that this one starts and exchanges lines with, over its standard input and output. It
/// has a group of its own, so that keys such as Ctrl-C reach this program only, and gets SIGTERM if
/// this program dies.
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
  /// After its end, or `seconds` later: "exit code 4" or "signal 11".
  std::string end(double seconds);
  pid_t process() const { return pid_; }

 private:
  pid_t pid_ = -1;  // below 0: it has ended
  std::unique_ptr<LineChannel> channel_;
};

}  // namespace cardon
