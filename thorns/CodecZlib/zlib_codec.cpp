// SPDX-License-Identifier: Apache-2.0
#include "zlib_codec.hpp"

#include <algorithm>
#include <bit>
#include <cardon/kit/codec/codec_option.hpp>
#include <cstring>
#include <vector>

#include "byte_planes.hpp"
#include "deflater.hpp"

namespace cardon {
namespace {

// Before the stream: length of the input, planes, length of the stream.
struct Head {
  std::uint32_t length = 0;
  Planes planes = 0;
  std::uint32_t deflated = 0;
  static constexpr std::size_t size = 9;

  void write(std::byte* out) const {
    std::memcpy(out, &length, 4);
    std::memcpy(out + 4, &planes, 1);
    std::memcpy(out + 5, &deflated, 4);
  }
  void read(const std::byte* in) {
    std::memcpy(&length, in, 4);
    std::memcpy(&planes, in + 4, 1);
    std::memcpy(&deflated, in + 5, 4);
  }
  std::size_t count() const { return length / word_size; }
  std::size_t rest() const { return length % word_size; }
  bool takes_apart() const { return planes != 0; }
  Planes others() const { return takes_apart() ? Planes(~planes) : Planes(0); }
  std::size_t in_stream() const {
    return count() * (takes_apart() ? std::size_t(std::popcount(planes)) : word_size);
  }
};

std::span<std::byte> stream_buffer(std::size_t bytes) {
  static thread_local std::vector<std::byte> buffer;
  if (buffer.size() < bytes) buffer.resize(bytes);
  return std::span(buffer).first(bytes);
}

std::span<const std::byte> words_of(std::span<const std::byte> in) {
  return in.first(in.size() / word_size * word_size);
}

std::size_t encode_planes(int level, Planes planes, std::span<const std::byte> in,
                          std::span<std::byte> out) {
  const std::span<const std::byte> words = words_of(in);
  Head head{std::uint32_t(in.size()), planes};
  std::span<const std::byte> worthy = words;
  if (head.takes_apart()) {
    const std::span<std::byte> buffer = stream_buffer(head.in_stream());
    gather(head.planes, words, buffer.data());
    worthy = buffer;
  }
  head.deflated = std::uint32_t(deflate(level, worthy, out.subspan(Head::size)));
  head.write(out.data());
  std::byte* end = out.data() + Head::size + head.deflated;
  end = gather(head.others(), words, end);
  end = std::copy(in.begin() + std::ptrdiff_t(words.size()), in.end(), end);
  return std::size_t(end - out.data());
}

Head read_head(std::span<const std::byte> in, std::size_t room) {
  Head head;
  if (in.size() < Head::size) throw_damaged("zlib", "it has no beginning");
  head.read(in.data());
  const std::size_t others = head.count() * word_size - head.in_stream();
  if (head.length > room || in.size() != Head::size + head.deflated + others + head.rest())
    throw_damaged("zlib", "its lengths contradict each other");
  return head;
}

std::size_t decode_planes(std::span<const std::byte> in, std::span<std::byte> out) {
  const Head head = read_head(in, out.size());
  const auto words = out.first(head.count() * word_size);
  const auto stream = in.subspan(Head::size, head.deflated);
  const std::span<std::byte> worthy = head.takes_apart() ? stream_buffer(head.in_stream()) : words;
  if (inflate(stream, worthy) != worthy.size()) throw_damaged("zlib", "its stream is too short");
  if (head.takes_apart()) spread(head.planes, worthy.data(), words);
  const std::byte* others = in.data() + Head::size + head.deflated;
  others = spread(head.others(), others, words);
  std::copy_n(others, head.rest(), out.begin() + std::ptrdiff_t(words.size()));
  return head.length;
}

}  // namespace

void ZlibCodec::open(const CodecSetup& setup) {
  level_ = integer_option(setup, "zlib", 1, 9, 1);
  takes_apart_ = !setup.first;
}

std::size_t ZlibCodec::bound(std::size_t bytes) const { return Head::size + deflate_bound(bytes); }

std::size_t ZlibCodec::encode(std::span<const std::byte> in, std::span<std::byte> out) {
  return encode_planes(level_, takes_apart_ ? planes_worth_compressing(words_of(in)) : Planes(0),
                       in, out);
}

std::size_t ZlibCodec::decode(std::span<const std::byte> in, std::span<std::byte> out) {
  return decode_planes(in, out);
}

}  // namespace cardon
