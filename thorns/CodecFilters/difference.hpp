// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/codec.hpp>

namespace cardon::filters {

/// Every word of 8 bytes becomes its difference from the one before (the first: from 0), zig-zag.
/// As first of a chain it takes doubles as integers of the same order; else words as they are.
class Difference : public Codec {
 public:
  void open(const CodecSetup& setup) override;
  std::size_t bound(std::size_t bytes) const override { return bytes; }
  std::size_t encode(std::span<const std::byte> in, std::span<std::byte> out) override;
  std::size_t decode(std::span<const std::byte> in, std::span<std::byte> out) override;

 private:
  bool doubles_ = true;
};

}  // namespace cardon::filters
