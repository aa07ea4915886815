// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/codec.hpp>

namespace cardon {

/// zlib's deflate; option: level 1 (the default) to 9. What it writes: four bytes with the length
/// of the input, one byte naming the byte planes of its 8-byte words that were worth deflating (0:
/// the words are deflated as they are), four bytes with the length of their common stream, the
/// stream, the other planes, the bytes that fill no word. As first of a chain it leaves the words
/// as they are; behind another codec it takes them apart if their bytes are of different kinds, as
/// those of `extrapolate` are. Any of them decodes what any other has encoded.
class ZlibCodec : public Codec {
 public:
  void open(const CodecSetup& setup) override;
  std::size_t bound(std::size_t bytes) const override;
  std::size_t encode(std::span<const std::byte> in, std::span<std::byte> out) override;
  std::size_t decode(std::span<const std::byte> in, std::span<std::byte> out) override;

 private:
  int level_ = 1;
  bool takes_apart_ = false;
};

}  // namespace cardon
