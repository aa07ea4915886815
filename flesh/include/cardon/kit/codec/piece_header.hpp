// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace cardon {

/// What stands before the bytes of every piece of a message between sites: 40 bytes, little endian:
/// mark "CDP3", sequence, piece, encoded + 2 * begins, raw_size, sent_size, 4 bytes each, the time
/// at which it was sent as an 8-byte floating-point number, then the XXH3-64 checksum of these 32
/// bytes and of the sent_size bytes that follow the header.
struct PieceHeader {
  static constexpr std::size_t size = 40;  ///< bytes of a header in a message
  static constexpr std::size_t name_room =
      128;  ///< most bytes of the name of a chain, and its size

  std::uint32_t sequence = 0;   ///< number of the exchange
  std::uint32_t piece = 0;      ///< number of the piece within its message
  bool encoded = false;         ///< by the chain of the stream; else the values as they are
  std::uint32_t raw_size = 0;   ///< bytes of the values before encoding
  std::uint32_t sent_size = 0;  ///< bytes behind the header
  double sent = 0;              ///< s: seconds_now() of the sender
  /// This piece and those behind it go through another chain than the pieces before. The length of
  /// its text, 4 bytes, and the text precede the bytes of the piece. It remembers nothing yet.
  bool begins = false;

  /// Whether all members are the same.
  bool operator==(const PieceHeader&) const = default;
};

/// Writes the header before its sent_size bytes, which stand in `message` already; `message` is
/// header and bytes.
void seal_piece(const PieceHeader& header, std::span<std::byte> message);
/// Reads the header of a received piece; `message` may be longer than it. Returns what is wrong
/// with header, length or checksum, in words; empty: nothing.
std::string open_piece(std::span<const std::byte> message, PieceHeader& header);

}  // namespace cardon
