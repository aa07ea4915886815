// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/codec/piece_header.hpp>
#include <cardon/services/codec.hpp>
#include <vector>

#include "exchange_pattern.hpp"

namespace cardon::grid_driver {

/// A part of a wide-area message that travels, and is compressed, by itself: whole rows of points
/// where a row fits into it.
struct MessagePiece {
  std::size_t first = 0;  ///< index of its first value in the message
  std::size_t count = 0;
  std::vector<CodecRows> rows;
};

/// Bytes that a piece may have besides its values.
constexpr std::size_t piece_room = PieceHeader::size + PieceHeader::name_room;

/// The values that fit into a piece of so many bytes, header included; at least one.
std::size_t piece_values(std::size_t piece_bytes);

/// Cuts the message of a route into pieces of at most `most` values.
std::vector<MessagePiece> cut_message(const Route& route, std::size_t most);

}  // namespace cardon::grid_driver
