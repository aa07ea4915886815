// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "zlib_codec.hpp"

using namespace cardon;

CARDON_THORN(CodecZlib) {
  thorn.summary("Compression of messages by zlib");
  provide<Codec, ZlibCodec>(thorn, "zlib", "Deflate of zlib; zlib-1 (default) to zlib-9")
      .suggests({"extrapolate", "zlib-1"})
      .suggests({"zlib"});
}
