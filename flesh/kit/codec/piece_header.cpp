// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <xxhash.h>

#include <array>
#include <bit>
#include <cardon/kit/codec/piece_header.hpp>
#include <cardon/thorn/error.hpp>
#include <cstring>

namespace cardon {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::uint32_t mark = 0x33504443;  // "CDP3"
constexpr std::size_t stamp = 24;           // place of the time of sending
constexpr std::size_t checked = 32;         // bytes of the header below the checksum
constexpr std::uint32_t encoded_bit = 1, begins_bit = 2;
using Words = std::array<std::uint32_t, stamp / 4>;

std::uint64_t checksum(std::span<const std::byte> message) {
  const std::uint64_t seed = XXH3_64bits(message.data(), checked);
  return XXH3_64bits_withSeed(message.data() + PieceHeader::size,
                              message.size() - PieceHeader::size, seed);
}

}  // namespace

void seal_piece(const PieceHeader& header, std::span<std::byte> message) {
  if (message.size() != PieceHeader::size + header.sent_size)
    throw Bug("a piece of a message does not fit its header");
  const Words words{mark,
                    header.sequence,
                    header.piece,
                    (header.encoded ? encoded_bit : 0u) | (header.begins ? begins_bit : 0u),
                    header.raw_size,
                    header.sent_size};
  std::memcpy(message.data(), words.data(), stamp);
  std::memcpy(message.data() + stamp, &header.sent, sizeof header.sent);
  const std::uint64_t sum = checksum(message);
  std::memcpy(message.data() + checked, &sum, sizeof sum);
}

std::string open_piece(std::span<const std::byte> message, PieceHeader& header) {
  if (message.size() < PieceHeader::size)
    return fmt::format("{} bytes are too few for its header", message.size());
  Words words;
  std::memcpy(words.data(), message.data(), stamp);
  header = {words[1], words[2], (words[3] & encoded_bit) != 0, words[4], words[5]};
  header.begins = (words[3] & begins_bit) != 0;
  std::memcpy(&header.sent, message.data() + stamp, sizeof header.sent);
  if (words[0] != mark) return "it does not begin with the mark of a piece";
  if (header.sent_size > message.size() - PieceHeader::size) {
    return fmt::format("its header announces {} bytes where at most {} are possible",
                       header.sent_size, message.size() - PieceHeader::size);
  }
  std::uint64_t sum = 0;
  std::memcpy(&sum, message.data() + checked, sizeof sum);
  if (sum != checksum(message.first(PieceHeader::size + header.sent_size)))
    return "its checksum is wrong";
  return words[3] > (encoded_bit | begins_bit)
             ? "its flags are neither those of encoded nor those of raw data"
             : "";
}

}  // namespace cardon
