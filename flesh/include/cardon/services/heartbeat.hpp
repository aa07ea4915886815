// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace cardon {

/// What a Transport may offer as well: waits that end when those who are waited for are gone.
class Heartbeat {
 public:
  virtual ~Heartbeat() = default;

  /// Sets the time after which silent ranks are lost. When this rank has waited `seconds` without
  /// any message, and ranks that it waits for have been asked for a heartbeat (which begins
  /// after some seconds) and have given none for as long, it calls `lost` with these ranks in
  /// ascending order. What `lost` throws ends the wait. A rank sends heartbeats as long as it
  /// looks at its messages, whatever it waits for itself; one that computes or writes without a
  /// look for `seconds` counts as gone.
  virtual void set_timeout(double seconds,
                           std::function<void(const std::vector<int>& ranks)> lost) = 0;
  /// Where the transport itself tells people that ranks are silent: what else is to be told then,
  /// line by line.
  virtual void tell_with_silence(
      std::function<std::vector<std::string>(const std::vector<int>& ranks)> notes) = 0;
};

}  // namespace cardon
