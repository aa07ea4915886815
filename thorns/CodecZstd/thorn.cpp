// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "zstd_codec.hpp"

using namespace cardon;

CARDON_THORN(CodecZstd) {
  thorn.summary("Compression of messages by Zstandard");
  provide<Codec, ZstdCodec>(thorn, "zstd", "Zstandard; zstd-1 (default) to zstd-19")
      .suggests({"extrapolate", "shuffle", "zstd-1"})
      .suggests({"shuffle", "zstd-1"});
}
