// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/codec/codec_chain.hpp>
#include <cardon/codec/piece_header.hpp>

namespace cardon {

/// The sender's end of one stream: the same piece of every message between two ranks. A piece that
/// does not shrink travels as it is. After eight of these in a row only every sixteenth is tried.
/// The receiver need not know: its codecs learn from every message, encoded or not.
class PieceWriter {
 public:
  explicit PieceWriter(CodecChain chain) : chain_(std::move(chain)) {}

  /// Writes header and bytes of the piece to `out`, which has room for PieceHeader::size +
  /// raw.size(). Returns how many bytes to send.
  std::size_t write(std::span<const std::byte> raw, std::uint32_t sequence, std::uint32_t piece,
                    std::span<std::byte> out);

 private:
  bool worth_trying();

  CodecChain chain_;
  int failures_ = 0;  // in a row
  int skipped_ = 0;   // since the last try
};

}  // namespace cardon
