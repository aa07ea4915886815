// SPDX-License-Identifier: Apache-2.0
// What one rank measured in a tuning window.
#pragma once
#include <cardon/timings.hpp>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace cardon {

/// Time-stamped pieces that a rank received over one wide link. Clocks of sender and receiver are
/// compared as they are: the offset between them is part of every delay here, and drops out of the
/// sum of both directions.
struct DelayFigures {
  long pieces = 0, messages = 0;
  double least = std::numeric_limits<double>::infinity();  ///< s: shortest delay of a piece
  double sum_last = 0, squares_last = 0;  ///< s, s^2: delays of the last piece of each message
  double bytes = 0;                       ///< of all messages, as sent
};

/// A codec chain tried on pieces that this rank sent over one wide link.
struct CodecTrial {
  int link = 0;       ///< as Decomposition::wide_links
  int direction = 0;  ///< 0: from the link's first site to its second
  int chain = 0;      ///< index into the chains of the trial
  long pieces = 0;
  double raw = 0, sent = 0;        ///< bytes
  double encode = 0, decode = 0;   ///< s
  double squares = 0;  ///< sum over pieces of (raw / sent)^2, for the error of the mean ratio
  double ratios = 0;   ///< sum over pieces of raw / sent
};

/// What the sensors of a driver found since they were asked last.
struct SensorReadings {
  std::vector<DelayFigures> delays;  ///< by wide link
  std::vector<CodecTrial> trials;
  double sensor_seconds = 0;  ///< what trials and stamps cost this rank
};

struct RankWindow {
  double elapsed = 0;         ///< s in steps; outputs not counted
  std::vector<double> parts;  ///< s per step in equal parts of the window, for its noise
  Timings timings;            ///< of the window
  double change_seconds = 0;  ///< s that the change before the window took on this rank; 0: none
  SensorReadings readings;
};

/// As bytes for messages, and back. Throws Bug if the bytes are something else.
std::vector<std::byte> to_bytes(const RankWindow& window);
RankWindow window_from_bytes(std::span<const std::byte> bytes);

}  // namespace cardon
