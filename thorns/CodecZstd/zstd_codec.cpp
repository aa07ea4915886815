// SPDX-License-Identifier: Apache-2.0
#include "zstd_codec.hpp"

#include <zstd.h>

#include <cardon/kit/codec/codec_option.hpp>
#include <memory>

namespace cardon {
namespace {

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

// Kept for each thread: they are large and slow to make.
ZSTD_CCtx* compressor() {
  static thread_local std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
  return context.get();
}

ZSTD_DCtx* decompressor() {
  static thread_local std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
  return context.get();
}

}  // namespace

void ZstdCodec::open(const CodecSetup& setup) { level_ = integer_option(setup, "zstd", 1, 19, 1); }

std::size_t ZstdCodec::bound(std::size_t bytes) const { return ZSTD_compressBound(bytes); }

std::size_t ZstdCodec::encode(std::span<const std::byte> in, std::span<std::byte> out) {
  const std::size_t length =
      ZSTD_compressCCtx(compressor(), out.data(), out.size(), in.data(), in.size(), level_);
  if (ZSTD_isError(length)) throw Bug(std::string("zstd: ") + ZSTD_getErrorName(length));
  return length;
}

std::size_t ZstdCodec::decode(std::span<const std::byte> in, std::span<std::byte> out) {
  const std::size_t length =
      ZSTD_decompressDCtx(decompressor(), out.data(), out.size(), in.data(), in.size());
  if (ZSTD_isError(length)) throw_damaged("zstd", ZSTD_getErrorName(length));
  return length;
}

}  // namespace cardon
