// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "bitpack.hpp"
#include "difference.hpp"
#include "extrapolate.hpp"
#include "shuffle.hpp"

using namespace cardon;

CARDON_THORN(CodecFilters) {
  thorn.summary("Filters that make doubles easy to compress, and a fast packer of bits");
  provide<Codec, filters::Extrapolate>(
      thorn, "extrapolate", "Differences from values extrapolated in time and along rows");
  provide<Codec, filters::Difference>(thorn, "difference",
                                      "Differences of neighbouring values as ordered integers");
  provide<Codec, filters::Shuffle>(thorn, "shuffle",
                                   "First bytes of all values, second bytes, ...");
  provide<Codec, filters::Bitpack>(thorn, "bitpack",
                                   "Only the bits that the largest of 32 values needs")
      .suggests({"extrapolate", "bitpack"});
}
