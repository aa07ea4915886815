// SPDX-License-Identifier: Apache-2.0
// What one rank measured in a tuning window.
#pragma once
#include <cardon/services/timings.hpp>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace cardon {

/// Delays of the pieces that came from one rank: the receiver's clock less the sender's time stamp,
/// clocks as they are. The offset between them is part of every delay here, and drops out where
/// delays there and back are added.
struct PeerDelay {
  int rank = 0;     ///< the sender
  long pieces = 0;  ///< number of pieces; 0: nothing came from this rank
  double min = std::numeric_limits<double>::infinity();     ///< s: smallest delay
  double second = std::numeric_limits<double>::infinity();  ///< s: second smallest delay
  double bytes = 0;  ///< of the piece with the smallest delay
};

/// A message of several pieces that was seen to arrive.
struct MessageArrival {
  int from = 0;           ///< rank
  double first_sent = 0,  ///< s, clock of the sender: first piece
      last_sent = 0;      ///< s, clock of the sender: last piece
  double received = 0;    ///< s, clock of the receiver: last piece
  /// s: it came within this time before or after `received`; infinite: before anybody looked.
  double blur = 0;
  double bytes = 0;  ///< as sent
};

/// What a rank received over one wide link.
struct DelayFigures {
  static constexpr std::size_t max_peers = 32,  ///< senders of which delays are kept
      max_recent = 48;                          ///< arrivals that are kept

  long pieces = 0,                     ///< received
      messages = 0;                    ///< received
  double bytes = 0;                    ///< as sent
  std::vector<PeerDelay> peers;        ///< at most max_peers
  std::vector<MessageArrival> recent;  ///< the last ones, at most max_recent, in order of arrival
};

/// A codec chain tried on pieces that this rank sent over one wide link, or (chain `in_use`) that
/// of its messages themselves: then `decode` is about what it received.
struct CodecTrial {
  static constexpr int in_use = -1;  ///< chain of the messages themselves

  int link = 0;        ///< as Decomposition::wide_links
  int chain = 0;       ///< index into the chains of the trial
  long pieces = 0;     ///< on which the chain was tried
  double raw = 0,      ///< bytes encoded, headers not counted
      sent = 0;        ///< bytes after encoding
  double encode = 0,   ///< s
      decode = 0;      ///< s
  double decoded = 0;  ///< raw bytes to which `decode` belongs
  double ratios = 0,   ///< sum over pieces of raw / sent
      squares = 0;     ///< sum over pieces of the square of raw / sent
};

/// A rank that sends through another chain over a wide link than all agreed on, since that suits
/// its own data, or that has returned to the agreed one.
struct OwnChain {
  static constexpr std::size_t max_per_link = 4;  ///< of a window

  int link = 0;          ///< as Decomposition::wide_links
  bool changed = false;  ///< a choice was made or ended
  std::string agreed,    ///< chain on which all agreed
      chain;             ///< that the rank uses from now on; the agreed one: its choice has ended
  double before = 1,     ///< bytes sent per byte of values with the chain before: measured
      expected = 1;      ///< the same with this one, if it has changed
  double saved = 0;      ///< bytes not sent since the last readings, owing to a choice: measured
};

/// What the sensors of a driver found since they were asked last.
struct SensorReadings {
  std::vector<DelayFigures> delays;  ///< by wide link
  std::vector<CodecTrial> trials;    ///< of all links and chains
  std::vector<OwnChain> own;         ///< of links for which this rank has, or has ended, a choice
  double sensor_seconds = 0;         ///< what trials cost this rank
  /// Steps that were given to the driver and are still to be computed, when the readings are taken;
  /// mean over the blocks of this rank.
  double steps_behind = 0;
};

/// What one rank measured in a window.
struct RankWindow {
  double elapsed = 0;         ///< s in steps; outputs not counted
  std::vector<double> parts;  ///< s per step in equal parts of the window, for its noise
  Timings timings;            ///< of the window
  double change_seconds = 0;  ///< s that the change before the window took on this rank; 0: none
  double search_seconds = 0;  ///< s that the search has cost this rank since the start of the run
  SensorReadings readings;    ///< of the window
  double steps = 0;           ///< that were computed in it; a driver may be some steps behind
};

/// The most bytes that to_bytes() makes for a program of so many tasks, wide links and chains on
/// trial.
std::size_t max_window_bytes(std::size_t tasks, std::size_t links, std::size_t chains);

/// Returns the window as bytes for messages. Equal windows give equal bytes.
std::vector<std::byte> to_bytes(const RankWindow& window);
/// Undoes to_bytes. Throws Bug if the bytes are something else.
RankWindow window_from_bytes(std::span<const std::byte> bytes);

}  // namespace cardon
