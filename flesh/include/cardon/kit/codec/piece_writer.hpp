// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/codec/codec_chain.hpp>
#include <cardon/kit/codec/piece_header.hpp>
#include <string>

namespace cardon {

/// The sender's end of one stream: the same piece of every message between two ranks. A piece that
/// does not shrink travels as it is. After eight of these in a row only every sixteenth is tried.
/// The receiver need not know: its codecs learn from every message, encoded or not. The sender may
/// go over to another chain, which the next piece names.
class PieceWriter {
 public:
  /// `chain` encodes the pieces of this stream and of no other.
  explicit PieceWriter(CodecChain chain) : chain_(std::move(chain)) {}

  /// Writes header and bytes of the piece to `out`, which has room for PieceHeader::size +
  /// raw.size(), behind switch_to() for PieceHeader::name_room more. Returns how many bytes to
  /// send; the piece is stamped with the time and is to be sent at once.
  std::size_t write(std::span<const std::byte> raw, std::uint32_t sequence, std::uint32_t piece,
                    std::span<std::byte> out);
  /// Pieces go through this chain from now on, both ends of which remember nothing. `names`: of its
  /// codecs, for which is_short_name() holds.
  void switch_to(CodecChain chain, const std::vector<CodecName>& names);
  /// Whether a piece has room for the names of this chain.
  static bool is_short_name(const std::vector<CodecName>& names);
  /// s that encoding took in the last write().
  double encode_seconds() const { return encode_seconds_; }
  /// The chain does as well as it can: it has seen as many pieces as it remembers.
  bool warm() const { return written_ > chain_.memory(); }

 private:
  bool worth_trying();
  std::span<const std::byte> encode(std::span<const std::byte> raw);

  CodecChain chain_;
  std::string name_;  // of a chain that begins with the next piece, behind its length
  int failures_ = 0;  // in a row
  int skipped_ = 0;   // since the last try
  long written_ = 0;
  double encode_seconds_ = 0;
};

}  // namespace cardon
