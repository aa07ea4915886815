// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/codec/codec_chain.hpp>
#include <cardon/kit/codec/piece_header.hpp>
#include <functional>
#include <string>

namespace cardon {

/// The receiver's end of a stream that a PieceWriter fills, with a chain of the same names and
/// rows.
class PieceReader {
 public:
  /// Makes the chain of the stream that the sender goes over to. Throws Error for what is none.
  using MakeChain = std::function<CodecChain(const std::vector<CodecName>& names)>;

  /// `from` completes messages: "from rank 3 over link a-b". Without `make` the sender has to keep
  /// to `chain`.
  PieceReader(CodecChain chain, std::string from, MakeChain make = {})
      : chain_(std::move(chain)), from_(std::move(from)), make_(std::move(make)) {}

  /// Fills `raw` from a received piece; `message` may be longer than what came. Throws Error
  /// exchange/damaged, before anything is decoded, if the piece is damaged or is not that of this
  /// `sequence`, `piece` and length; `raw` and the stream are of no use after it. Returns the
  /// header.
  PieceHeader read(std::span<const std::byte> message, std::uint32_t sequence, std::uint32_t piece,
                   std::span<std::byte> raw);
  /// s that decoding took in the last read().
  double decode_seconds() const { return decode_seconds_; }

 private:
  [[noreturn]] void throw_damaged(std::uint32_t sequence, std::uint32_t piece,
                                  const std::string& why) const;
  std::span<const std::byte> begin_next(std::span<const std::byte> sent, const PieceHeader& header);
  void decode(std::span<const std::byte> sent, const PieceHeader& header, std::span<std::byte> raw);

  CodecChain chain_;
  std::string from_;
  MakeChain make_;
  double decode_seconds_ = 0;
};

}  // namespace cardon
