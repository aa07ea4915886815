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
  long calls = 0;         ///< calls of the function
  long points = 0,        ///< points computed, redundant ones included
      needed_points = 0,  ///< owned points among them
      faces = 0;          ///< points on the faces of what was computed
  double compute = 0;     ///< s in the function of the task
  double boundary = 0;    ///< s in filling points at faces of the domain
};

/// One link on one rank. `poll` is the time of moving messages on between tiles, `wait` the time in
/// which the rank had nothing else to do; each moment counts for one link. `flight` is the time in
/// which at least one exchange of the link was on its way, from the end of sending to completion,
/// and `exposed` the part of it in which the rank polled or waited, whatever for; so 1 - exposed /
/// flight is the hidden fraction.
struct LinkTimings {
  std::string name;            ///< as in plan::Link
  int depth = 0;               ///< ghost layers kept on the link
  std::string codec = "none";  ///< chain in use, as text
  bool lossless = true;        ///< whether the chain gives back the values to the bit
  long exchanges = 0,          ///< number of exchanges
      messages = 0,            ///< number of messages
      bytes_raw = 0,           ///< of the values sent, before compression
      bytes_sent = 0;          ///< that travelled
  double pack = 0,             ///< s for gathering and encoding what is sent
      poll = 0,                ///< s for moving messages on between tiles
      wait = 0,                ///< s without anything else to do
      unpack = 0,              ///< s for decoding and storing what arrived
      copy = 0,                ///< s for copies between blocks of this rank, and of images
      flight = 0,              ///< s with an exchange on its way
      exposed = 0;             ///< s of `flight` in which the rank polled or waited
  long pieces = 0;             ///< in which the messages travelled
  long bytes_local = 0;        ///< from block to block of this rank, not in bytes_raw
};

/// What a driver measured on one rank since setup().
struct Timings {
  std::vector<TaskTimings> tasks;  ///< by task id
  std::vector<LinkTimings> links;  ///< in the order of Driver::links()
};

}  // namespace cardon
