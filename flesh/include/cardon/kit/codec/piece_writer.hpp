// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/codec/codec_chain.hpp>
#include <cardon/kit/codec/piece_header.hpp>

namespace cardon {

/// The sender's end of one stream: the same piece of every message between two ranks. A piece that
/// does not shrink travels as it is. After eight of these in a row only every sixteenth is tried.
/// The receiver need not know: its codecs learn from every message, encoded or not.
class PieceWriter {
 public:
  /// `chain` encodes the pieces of this stream and of no other.
  explicit PieceWriter(CodecChain chain) : chain_(std::move(chain)) {}

  /// Writes header and bytes of the piece to `out`, which has room for PieceHeader::size +
  /// raw.size(). Returns how many bytes to send; the piece is stamped with the time and is to be
  /// sent at once.
  std::size_t write(std::span<const std::byte> raw, std::uint32_t sequence, std::uint32_t piece,
                    std::span<std::byte> out);
  /// s that encoding took in the last write().
  double encode_seconds() const { return encode_seconds_; }
  /// The chain does as well as it can: it has seen as many pieces as it remembers.
  bool warm() const { return written_ > chain_.memory(); }

 private:
  bool worth_trying();
  std::span<const std::byte> encode(std::span<const std::byte> raw);

  CodecChain chain_;
  int failures_ = 0;  // in a row
  int skipped_ = 0;   // since the last try
  long written_ = 0;
  double encode_seconds_ = 0;
};

}  // namespace cardon
