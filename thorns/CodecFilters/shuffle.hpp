// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/codec.hpp>

namespace cardon::filters {

/// Byte b of all words of 8 bytes together, b = 0...7, then the bytes that fill no word:
/// compressors of bytes find more in it.
class Shuffle : public Codec {
 public:
  void open(const CodecSetup& setup) override;
  std::size_t bound(std::size_t bytes) const override { return bytes; }
  std::size_t encode(std::span<const std::byte> in, std::span<std::byte> out) override;
  std::size_t decode(std::span<const std::byte> in, std::span<std::byte> out) override;
};

}  // namespace cardon::filters
