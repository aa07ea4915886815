// SPDX-License-Identifier: Apache-2.0
#include "lz4_codec.hpp"

#include <lz4.h>

#include <cardon/kit/codec/codec_option.hpp>

namespace cardon {
namespace {

const char* text(std::span<const std::byte> bytes) {
  return reinterpret_cast<const char*>(bytes.data());
}

char* text(std::span<std::byte> bytes) { return reinterpret_cast<char*>(bytes.data()); }

}  // namespace

void Lz4Codec::open(const CodecSetup& setup) { require_no_option(setup, "lz4"); }

std::size_t Lz4Codec::bound(std::size_t bytes) const {
  return std::size_t(LZ4_compressBound(int(bytes)));
}

std::size_t Lz4Codec::encode(std::span<const std::byte> in, std::span<std::byte> out) {
  const int length = LZ4_compress_default(text(in), text(out), int(in.size()), int(out.size()));
  if (length <= 0) throw Bug("the output of LZ4 exceeds its announced bound");
  return std::size_t(length);
}

std::size_t Lz4Codec::decode(std::span<const std::byte> in, std::span<std::byte> out) {
  const int length = LZ4_decompress_safe(text(in), text(out), int(in.size()), int(out.size()));
  if (length < 0) throw_damaged("lz4", "it is not an LZ4 block of this length");
  return std::size_t(length);
}

}  // namespace cardon
