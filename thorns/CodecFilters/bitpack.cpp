// SPDX-License-Identifier: Apache-2.0
#include "bitpack.hpp"

#include <algorithm>
#include <cardon/kit/codec/codec_option.hpp>

#include "bit_groups.hpp"

namespace cardon::filters {
namespace {

using Length = std::uint32_t;
constexpr std::size_t group_bytes = group_words * word_size;

// Reads what encode() wrote and never beyond it.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> in) : in_(in) {}
  std::span<const std::byte> take(std::size_t bytes) {
    if (bytes > in_.size()) throw_damaged("bitpack", "it ends too early");
    const std::span<const std::byte> taken = in_.first(bytes);
    in_ = in_.subspan(bytes);
    return taken;
  }
  int take_width() {
    const int width = int(take(1)[0]);
    if (width > 64) throw_damaged("bitpack", "a word has more than 64 bits");
    return width;
  }
  bool at_end() const { return in_.empty(); }

 private:
  std::span<const std::byte> in_;
};

std::size_t write_group(std::span<const std::byte> words, std::byte* out) {
  const std::size_t count = words.size() / word_size;
  const int width = width_of(words.data(), count);
  out[0] = std::byte(width);
  if (count == group_words) {
    pack(width, words.data(), out + 1);
  } else {
    std::byte whole[group_bytes] = {}, packed[group_bytes];
    std::copy(words.begin(), words.end(), whole);
    pack(width, whole, packed);
    std::copy_n(packed, packed_bytes(count, width), out + 1);
  }
  return 1 + packed_bytes(count, width);
}

void read_group(Reader& in, std::span<std::byte> words) {
  const std::size_t count = words.size() / word_size;
  const int width = in.take_width();
  const std::span<const std::byte> packed = in.take(packed_bytes(count, width));
  if (count == group_words) {
    unpack(width, packed.data(), words.data());
  } else {
    std::byte whole[group_bytes], padded[group_bytes] = {};
    std::copy(packed.begin(), packed.end(), padded);
    unpack(width, padded, whole);
    std::copy_n(whole, words.size(), words.begin());
  }
}

}  // namespace

void Bitpack::open(const CodecSetup& setup) { require_no_option(setup, "bitpack"); }

std::size_t Bitpack::bound(std::size_t bytes) const {
  return sizeof(Length) + bytes + bytes / group_bytes + 1;
}

std::size_t Bitpack::encode(std::span<const std::byte> in, std::span<std::byte> out) {
  const Length length = Length(in.size());
  std::memcpy(out.data(), &length, sizeof length);
  std::byte* end = out.data() + sizeof length;
  const std::size_t words = in.size() / word_size * word_size;
  for (std::size_t at = 0; at < words; at += group_bytes)
    end += write_group(in.subspan(at, std::min(group_bytes, words - at)), end);
  end = std::copy(in.begin() + std::ptrdiff_t(words), in.end(), end);
  return std::size_t(end - out.data());
}

std::size_t Bitpack::decode(std::span<const std::byte> in, std::span<std::byte> out) {
  Reader reader(in);
  Length length = 0;
  std::memcpy(&length, reader.take(sizeof length).data(), sizeof length);
  if (length > out.size()) throw_damaged("bitpack", "it is too long");
  const std::size_t words = length / word_size * word_size;
  for (std::size_t at = 0; at < words; at += group_bytes)
    read_group(reader, out.subspan(at, std::min(group_bytes, words - at)));
  const std::span<const std::byte> rest = reader.take(length - words);
  std::copy(rest.begin(), rest.end(), out.begin() + std::ptrdiff_t(words));
  if (!reader.at_end()) throw_damaged("bitpack", "bytes are left over");
  return length;
}

}  // namespace cardon::filters
