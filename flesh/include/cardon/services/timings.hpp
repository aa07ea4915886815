// SPDX-License-Identifier: Apache-2.0
// What a rank measured: filled by the driver, reported by the flesh.
#pragma once
#include <chrono>
#include <string>
#include <vector>

namespace cardon {

/// Seconds of a steady clock.
inline double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// One task on one rank. Points are those computed, redundant ones included; needed points are the
/// owned ones; faces are the points on the faces of what was computed.
struct TaskTimings {
  long calls = 0;
  long points = 0, needed_points = 0, faces = 0;
  double compute = 0;
  double boundary = 0;
};

/// One link on one rank. `poll` is the time of moving messages on between tiles, `wait` the time in
/// which the rank had nothing else to do; each moment counts for one link. `flight` is the time in
/// which at least one exchange of the link was on its way, from the end of sending to completion,
/// and `exposed` the part of it in which the rank polled or waited, whatever for; so 1 - exposed /
/// flight is the hidden fraction.
struct LinkTimings {
  std::string name;
  int depth = 0;
  std::string codec = "none";
  bool lossless = true;
  long exchanges = 0, messages = 0, bytes_raw = 0, bytes_sent = 0;
  double pack = 0, poll = 0, wait = 0, unpack = 0, copy = 0, flight = 0, exposed = 0;
  long pieces = 0;       ///< in which the messages travelled
  long bytes_local = 0;  ///< from block to block of this rank, not in bytes_raw
};

struct Timings {
  std::vector<TaskTimings> tasks;  ///< by task id
  std::vector<LinkTimings> links;
};

}  // namespace cardon
