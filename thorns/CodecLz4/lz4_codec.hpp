// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/codec.hpp>

namespace cardon {

/// LZ4 blocks; no option.
class Lz4Codec : public Codec {
 public:
  void open(const CodecSetup& setup) override;
  std::size_t bound(std::size_t bytes) const override;
  std::size_t encode(std::span<const std::byte> in, std::span<std::byte> out) override;
  std::size_t decode(std::span<const std::byte> in, std::span<std::byte> out) override;
};

}  // namespace cardon
