// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "lz4_codec.hpp"

using namespace cardon;

CARDON_THORN(CodecLz4) {
  thorn.summary("Compression of messages by LZ4");
  provide<Codec, Lz4Codec>(thorn, "lz4", "LZ4, fast at a low ratio").suggests({"shuffle", "lz4"});
}
