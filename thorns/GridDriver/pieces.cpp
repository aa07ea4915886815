// SPDX-License-Identifier: Apache-2.0
#include "pieces.hpp"

#include <algorithm>
#include <cardon/kit/codec/piece_header.hpp>
#include <utility>

namespace cardon::grid_driver {
namespace {

class Cutter {
 public:
  explicit Cutter(std::size_t most) : max_count_(most) {}

  void add_rows(int length, long count) {
    if (std::size_t(length) > max_count_) {
      for (long row = 0; row < count; ++row)
        for (int at = 0; at < length; at += int(max_count_))
          add_rows(std::min(length - at, int(max_count_)), 1);
      return;
    }
    while (count > 0) {
      if (pieces_.empty() || room() < std::size_t(length)) open();
      const long fitting = std::min(count, long(room() / std::size_t(length)));
      append(length, int(fitting));
      count -= fitting;
    }
  }
  std::vector<MessagePiece> pieces() { return std::move(pieces_); }

 private:
  std::size_t room() const { return max_count_ - pieces_.back().count; }
  void open() {
    const std::size_t first = pieces_.empty() ? 0 : pieces_.back().first + pieces_.back().count;
    pieces_.push_back({first, 0, {}});
  }
  void append(int length, int count) {
    MessagePiece& piece = pieces_.back();
    piece.count += std::size_t(length) * std::size_t(count);
    piece.rows.push_back({length, count});
  }

  std::size_t max_count_;
  std::vector<MessagePiece> pieces_;
};

}  // namespace

std::size_t piece_values(std::size_t piece_bytes) {
  return std::max<std::size_t>(1, (piece_bytes - PieceHeader::size) / sizeof(Real));
}

std::vector<MessagePiece> cut_message(const Route& route, std::size_t most) {
  Cutter cutter(most);
  // Rows of one plane belong together: across its edge the next row is not a continuation.
  for (const Part& part : route.parts)
    for (int plane = 0; plane < part.box.extent(2); ++plane)
      cutter.add_rows(part.box.extent(0), part.box.extent(1));
  return cutter.pieces();
}

}  // namespace cardon::grid_driver
