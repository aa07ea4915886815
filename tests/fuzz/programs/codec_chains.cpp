// SPDX-License-Identifier: Apache-2.0
#include "codec_chains.hpp"

#include <bit>
#include <cstring>

#include "CodecFilters/bitpack.hpp"
#include "CodecFilters/difference.hpp"
#include "CodecFilters/extrapolate.hpp"
#include "CodecFilters/shuffle.hpp"
#include "CodecLz4/lz4_codec.hpp"
#include "CodecZfp/zfp_codec.hpp"
#include "CodecZlib/zlib_codec.hpp"
#include "CodecZstd/zstd_codec.hpp"

namespace cardon::fuzz {
namespace {

using Names = std::vector<std::string>;

const std::vector<Names>& chains() {
  static const std::vector<Names> all = {{"extrapolate"},
                                         {"difference"},
                                         {"shuffle"},
                                         {"bitpack"},
                                         {"zlib-1"},
                                         {"zstd"},
                                         {"lz4"},
                                         {"zfp-1e-6"},
                                         {"extrapolate", "bitpack"},
                                         {"extrapolate", "zlib-1"},
                                         {"extrapolate", "shuffle", "zstd-3"},
                                         {"extrapolate", "bitpack", "lz4"},
                                         {"difference", "difference", "zlib-9"},
                                         {"zfp-0.3", "zlib-1"},
                                         {"shuffle", "zlib-6"}};
  return all;
}

// A start and a step, as a smooth field has, or bytes as they come.
double next_value(FuzzedDataProvider& input, double before) {
  switch (input.ConsumeIntegralInRange(0, 3)) {
    case 0:
      return std::bit_cast<double>(input.ConsumeIntegral<std::uint64_t>());
    case 1:
      return input.ConsumeIntegral<std::int8_t>();
    case 2:
      return before + 1e-3 * input.ConsumeIntegral<std::int8_t>();
    default:
      return before;
  }
}

}  // namespace

std::shared_ptr<Codec> make_codec(std::string_view name, const Location&) {
  if (name == "extrapolate") return std::make_shared<filters::Extrapolate>();
  if (name == "difference") return std::make_shared<filters::Difference>();
  if (name == "shuffle") return std::make_shared<filters::Shuffle>();
  if (name == "bitpack") return std::make_shared<filters::Bitpack>();
  if (name == "zlib") return std::make_shared<ZlibCodec>();
  if (name == "zstd") return std::make_shared<ZstdCodec>();
  if (name == "lz4") return std::make_shared<Lz4Codec>();
  if (name == "zfp") return std::make_shared<ZfpCodec>();
  throw Error({.slug = "parameter/service", .message = "there is no codec " + std::string(name)});
}

std::size_t ChainCase::bytes() const {
  std::size_t values = 0;
  for (const CodecRows& group : rows)
    values += std::size_t(group.length) * std::size_t(group.count);
  return values * sizeof(double);
}

ChainCase choose_chain(FuzzedDataProvider& input) {
  ChainCase chosen;
  chosen.names =
      codec_names(chains()[input.ConsumeIntegralInRange<std::size_t>(0, chains().size() - 1)]);
  for (int groups = input.ConsumeIntegralInRange(0, 3); groups > 0; --groups) {
    const int length = input.ConsumeIntegralInRange(0, 40);
    chosen.rows.push_back({length, input.ConsumeIntegralInRange(0, length > 12 ? 4 : 14)});
  }
  return chosen;
}

std::vector<std::byte> choose_values(FuzzedDataProvider& input, std::size_t bytes) {
  std::vector<std::byte> values(bytes);
  double value = 1.5;
  for (std::size_t at = 0; at < bytes; at += sizeof value) {
    value = next_value(input, value);
    std::memcpy(values.data() + at, &value, sizeof value);
  }
  return values;
}

}  // namespace cardon::fuzz
