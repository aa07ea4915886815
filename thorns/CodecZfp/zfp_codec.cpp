// SPDX-License-Identifier: Apache-2.0
#include "zfp_codec.hpp"

#include <algorithm>
#include <cardon/kit/codec/codec_option.hpp>
#include <cmath>

namespace cardon {
namespace {

constexpr std::byte as_it_is{0}, by_zfp{1};
// zfp keeps 62 bits below the largest value of 4 x 4 and loses a few of them to rounding.
constexpr double precision = 0x1p-50;

struct Free {
  void operator()(zfp_field* field) const { zfp_field_free(field); }
};

}  // namespace

void ZfpCodec::open(const CodecSetup& setup) {
  bound_ = positive_option(setup, "zfp");
  require_first(setup, "zfp");
  rows_ = setup.rows;
  zfp_.reset(zfp_stream_open(nullptr));
  zfp_stream_set_accuracy(zfp_.get(), bound_);
  std::size_t values = 0, max_bytes = 0;
  for (const CodecRows& rows : rows_) {
    const std::unique_ptr<zfp_field, Free> field(
        zfp_field_2d(nullptr, zfp_type_double, std::size_t(rows.length), std::size_t(rows.count)));
    values += std::size_t(rows.length) * std::size_t(rows.count);
    max_bytes += zfp_stream_maximum_size(zfp_.get(), field.get()) + sizeof(std::uint64_t);
  }
  values_.assign(values, 0.0);
  room_.assign(2 * (max_bytes / sizeof(std::uint64_t) + 1), 0);
  bits_.reset(stream_open(room_.data(), room_.size() * sizeof(std::uint64_t)));
  zfp_stream_set_bit_stream(zfp_.get(), bits_.get());
}

std::size_t ZfpCodec::bound(std::size_t bytes) const {
  return 1 + std::max(bytes, room_.size() * sizeof(std::uint64_t));
}

bool ZfpCodec::is_in_range() const {
  return std::all_of(values_.begin(), values_.end(), [this](double value) {
    return std::abs(value) * precision <= bound_;  // false for a NaN and infinity
  });
}

std::size_t ZfpCodec::for_each_group(Work work) {
  zfp_stream_rewind(zfp_.get());
  std::size_t used = 0;
  double* values = values_.data();
  for (const CodecRows& rows : rows_) {
    const auto length = std::size_t(rows.length), count = std::size_t(rows.count);
    if (length * count == 0) continue;
    zfp_field field{};
    field.type = zfp_type_double;
    field.nx = length;
    field.ny = count;
    field.data = values;
    used = work(zfp_.get(), &field);
    if (used == 0) return 0;
    values += length * count;
  }
  return used;
}

std::size_t ZfpCodec::encode(std::span<const std::byte> in, std::span<std::byte> out) {
  if (in.size() != values_.size() * sizeof(double))
    throw Bug("zfp was given a piece of another size");
  std::copy(in.begin(), in.end(), std::as_writable_bytes(std::span(values_)).begin());
  const auto compress = [](zfp_stream* stream, zfp_field* field) {
    return zfp_compress(stream, field);
  };
  const std::size_t used = is_in_range() ? for_each_group(compress) : 0;
  out[0] = used > 0 ? by_zfp : as_it_is;
  const auto sent = used > 0 ? std::as_bytes(std::span(room_)).first(used) : in;
  std::copy(sent.begin(), sent.end(), out.begin() + 1);
  return 1 + sent.size();
}

std::size_t ZfpCodec::decode(std::span<const std::byte> in, std::span<std::byte> out) {
  const std::size_t bytes = values_.size() * sizeof(double);
  if (in.empty() || in[0] > by_zfp || out.size() < bytes)
    throw_damaged("zfp", "it has no beginning or is too long");
  const std::span<const std::byte> sent = in.subspan(1);
  if (in[0] == as_it_is) {
    if (sent.size() != bytes) throw_damaged("zfp", "its length is wrong");
    std::copy(sent.begin(), sent.end(), out.begin());
    return bytes;
  }
  if (sent.size() > room_.size() * sizeof(std::uint64_t)) throw_damaged("zfp", "it is too long");
  std::fill(room_.begin(), room_.end(), 0);
  std::copy(sent.begin(), sent.end(), std::as_writable_bytes(std::span(room_)).begin());
  if (for_each_group(zfp_decompress) != sent.size())
    throw_damaged("zfp", "it is not a zfp stream of this length");
  const auto values = std::as_bytes(std::span(values_));
  std::copy(values.begin(), values.end(), out.begin());
  return bytes;
}

}  // namespace cardon
