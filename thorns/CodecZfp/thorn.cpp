// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "zfp_codec.hpp"

using namespace cardon;

CARDON_THORN(CodecZfp) {
  thorn.summary("Compression of messages by zfp, with losses");
  provide<Codec, ZfpCodec>(thorn, "zfp",
                           "zfp with an absolute error bound, for example zfp-1e-6; not lossless");
}
