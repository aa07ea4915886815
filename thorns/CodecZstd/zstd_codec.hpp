// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/codec.hpp>

namespace cardon {

/// Zstandard; option: level 1 (the default) to 19.
class ZstdCodec : public Codec {
 public:
  void open(const CodecSetup& setup) override;
  std::size_t bound(std::size_t bytes) const override;
  std::size_t encode(std::span<const std::byte> in, std::span<std::byte> out) override;
  std::size_t decode(std::span<const std::byte> in, std::span<std::byte> out) override;

 private:
  int level_ = 1;
};

}  // namespace cardon
