// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/block_migration.hpp>
#include <cstddef>
#include <span>
#include <vector>

namespace cardon {

/// What one rank measured between two steps.
struct LoadReport {
  double idle = 0;         ///< s in which it had nothing to do
  double background = 0;   ///< s for messages that arrive, not charged to any block
  double interrupted = 0;  ///< s in which it had work, but something else held its core
  MessageEnds far, near;   ///< as in RankMeasure
  double message = 0;      ///< s of the processor at an end of a message, bytes apart; 0: unknown
  std::vector<BlockMeasure> blocks;
  double measuring = 0;  ///< s of the processor for this report, and for the message before
};

/// For blocks and background.
double working_seconds(const LoadReport& report);

/// Of more receivers of one block's messages, those that get fewest bytes are not reported.
inline constexpr std::size_t max_reported_receivers = 64;
/// The most bytes that to_bytes() makes for so many blocks.
std::size_t max_report_bytes(std::size_t blocks);

/// As bytes for messages, and back. Throws Bug if the bytes are something else.
std::vector<std::byte> to_bytes(const LoadReport& report);
LoadReport report_from_bytes(std::span<const std::byte> bytes);

}  // namespace cardon
