// SPDX-License-Identifier: Apache-2.0
#include "sums/checksum.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <cardon/thorn/error.hpp>
#include <type_traits>

#include "sums/lanes.hpp"

namespace cardon {
namespace {

// Steps along x: odd, without small multiples in common (from the golden and the silver ratio).
constexpr std::uint64_t step_a = 0x9e3779b97f4a7c15u;
constexpr std::uint64_t step_b = 0xd1342543de82ef95u;

// The finalizer of SplitMix64 (Stafford's variant 13).
std::uint64_t mix_a(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// P. Evensen's Moremur: the same form, independent constants.
std::uint64_t mix_b(std::uint64_t x) {
  x = (x ^ (x >> 27)) * 0x3c79ac492ba7b653u;
  x = (x ^ (x >> 33)) * 0x1c69b3f74ac4ae35u;
  return x ^ (x >> 27);
}

// The start of the row (y, z); bytes written in a fixed order, so that machines agree.
std::uint64_t row_key(const Index3& first, std::uint64_t seed) {
  unsigned char bytes[8];
  for (int i = 0; i < 4; ++i) {
    bytes[i] = static_cast<unsigned char>(std::uint32_t(first[1]) >> (8 * i));
    bytes[4 + i] = static_cast<unsigned char>(std::uint32_t(first[2]) >> (8 * i));
  }
  return XXH3_64bits_withSeed(bytes, sizeof bytes, seed);
}

}  // namespace

static_assert(std::is_trivially_copyable_v<FieldChecksum> && sizeof(FieldChecksum) == 16);

void FieldChecksum::add_row(const double* row, int count, const Index3& first) {
  if (count < 0) throw Bug("a checksum was given a row of negative length");
  const std::uint64_t x0 = std::uint64_t(std::int64_t(first[0]));
  const std::uint64_t key_a = row_key(first, 1) + x0 * step_a;
  const std::uint64_t key_b = row_key(first, 2) + x0 * step_b;
  std::uint64_t sum_a = 0, sum_b = 0;
  for (std::uint64_t i = 0; i < std::uint64_t(count); ++i) {
    const std::uint64_t bits = bits_of(row[i]);
    sum_a += mix_a(bits + (key_a + i * step_a));
    sum_b += mix_b(bits ^ (key_b + i * step_b));
  }
  words_[0] += sum_a;
  words_[1] += sum_b;
}

void FieldChecksum::merge(const FieldChecksum& other) {
  words_[0] += other.words_[0];
  words_[1] += other.words_[1];
}

std::string FieldChecksum::hex() const {
  return fmt::format("{:016x}{:016x}", words_[0], words_[1]);
}

}  // namespace cardon
