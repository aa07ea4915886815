// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/codec.hpp>

namespace cardon::filters {

/// Stores of every 32 words of 8 bytes only the bits that the largest of them needs. Four bytes
/// with the length of the input; per group one byte, the width, and the bits; the last group may be
/// shorter; then the bytes that fill no word.
class Bitpack : public Codec {
 public:
  void open(const CodecSetup& setup) override;
  std::size_t bound(std::size_t bytes) const override;
  std::size_t encode(std::span<const std::byte> in, std::span<std::byte> out) override;
  std::size_t decode(std::span<const std::byte> in, std::span<std::byte> out) override;
};

}  // namespace cardon::filters
