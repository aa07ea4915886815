// SPDX-License-Identifier: Apache-2.0
#include "deflater.hpp"

#include <zlib.h>

#include <array>
#include <cardon/kit/codec/codec_option.hpp>
#include <memory>

namespace cardon {
namespace {

constexpr int raw_window = -15, memory_level = 8;

void require_ok(int result) {
  if (result != Z_OK) throw Bug("zlib refused to start");
}

// A state of zlib, which is large and slow to make.
class Compressor {
 public:
  explicit Compressor(int level) {
    require_ok(
        deflateInit2(&stream_, level, Z_DEFLATED, raw_window, memory_level, Z_DEFAULT_STRATEGY));
  }
  ~Compressor() { deflateEnd(&stream_); }
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;
  z_stream& fresh() {
    require_ok(deflateReset(&stream_));
    return stream_;
  }

 private:
  z_stream stream_{};
};

class Decompressor {
 public:
  Decompressor() { require_ok(inflateInit2(&stream_, raw_window)); }
  ~Decompressor() { inflateEnd(&stream_); }
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;
  z_stream& fresh() {
    require_ok(inflateReset(&stream_));
    return stream_;
  }

 private:
  z_stream stream_{};
};

Compressor& compressor(int level) {
  static thread_local std::array<std::unique_ptr<Compressor>, 10> of_level;
  std::unique_ptr<Compressor>& one = of_level.at(std::size_t(level));
  if (!one) one = std::make_unique<Compressor>(level);
  return *one;
}

void set_ends(z_stream& stream, std::span<const std::byte> in, std::span<std::byte> out) {
  // zlib reads only, although it does not say so.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(in.data()));
  stream.avail_in = uInt(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = uInt(out.size());
}

}  // namespace

std::size_t deflate_bound(std::size_t bytes) { return compressBound(uLong(bytes)); }

std::size_t deflate(int level, std::span<const std::byte> in, std::span<std::byte> out) {
  z_stream& stream = compressor(level).fresh();
  set_ends(stream, in, out);
  if (::deflate(&stream, Z_FINISH) != Z_STREAM_END)
    throw Bug("the output of zlib exceeds its announced bound");
  return stream.total_out;
}

std::size_t inflate(std::span<const std::byte> in, std::span<std::byte> out) {
  static thread_local Decompressor decompressor;
  z_stream& stream = decompressor.fresh();
  set_ends(stream, in, out);
  std::byte nothing{};
  if (out.empty()) stream.next_out = reinterpret_cast<Bytef*>(&nothing);
  if (::inflate(&stream, Z_FINISH) != Z_STREAM_END || stream.avail_in != 0)
    throw_damaged("zlib", "it is not a complete deflate stream of this length");
  return stream.total_out;
}

}  // namespace cardon
