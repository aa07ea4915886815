// SPDX-License-Identifier: Apache-2.0
// All codecs, in chains and for pieces that the first bytes of an input choose.
#pragma once
#include <fuzzer/FuzzedDataProvider.h>

#include <cardon/kit/codec/codec_chain.hpp>
#include <string>
#include <vector>

namespace cardon::fuzz {

/// Codecs without the thorns around them. Throws Bug for a name that is none.
std::shared_ptr<Codec> make_codec(std::string_view name, const Location& where);

/// A chain of some length and the rows of its pieces.
struct ChainCase {
  std::vector<CodecName> names;
  std::vector<CodecRows> rows;

  std::size_t bytes() const;  ///< of a piece
  CodecChain chain() const { return {names, make_codec, rows}; }
};
/// One of the chains of a fixed list, at most 3 groups of rows, at most 4 kB.
ChainCase choose_chain(FuzzedDataProvider& input);

/// Values that repeat the bytes of the input, so that few bytes make a whole piece.
std::vector<std::byte> choose_values(FuzzedDataProvider& input, std::size_t bytes);

}  // namespace cardon::fuzz
