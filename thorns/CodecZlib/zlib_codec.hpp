// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/codec.hpp>

namespace cardon {

/// zlib's deflate; option: level 1 (the default) to 9. As first of a chain it deflates the values
/// as they are. Behind another codec it takes words of 8 bytes apart if their bytes are of
/// different kinds, as those of `extrapolate` are: four bytes with the length of the input, one
/// byte naming the byte planes that were worth deflating, four bytes with the length of their
/// common stream, the stream, the other planes, the bytes that fill no word.
class ZlibCodec : public Codec {
 public:
  void open(const CodecSetup& setup) override;
  std::size_t bound(std::size_t bytes) const override;
  std::size_t encode(std::span<const std::byte> in, std::span<std::byte> out) override;
  std::size_t decode(std::span<const std::byte> in, std::span<std::byte> out) override;

 private:
  int level_ = 1;
  bool plain_ = true;
};

}  // namespace cardon
