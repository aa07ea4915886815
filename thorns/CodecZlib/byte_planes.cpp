// SPDX-License-Identifier: Apache-2.0
#include "byte_planes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace cardon {
namespace {

constexpr std::size_t sample = 512;  // words
constexpr double worth_bits = 7;  // per byte; those of noise, 8, come out as 7.6 in such a sample
constexpr double alike_bits = 0.3;

// n log2 n
const std::array<double, 2 * sample>& terms() {
  static const auto table = [] {
    std::array<double, 2 * sample> values{};
    for (std::size_t n = 1; n < values.size(); ++n) values[n] = double(n) * std::log2(double(n));
    return values;
  }();
  return table;
}

// Bits per byte of a plane that a coder of single bytes needs: the entropy.
double entropy(std::span<const std::byte> words, std::size_t b) {
  std::array<std::uint16_t, 256> frequency{};
  const std::size_t count = words.size() / word_size;
  const std::size_t step = std::max<std::size_t>(1, count / sample);
  std::size_t total = 0;
  for (std::size_t i = b; i < words.size(); i += step * word_size, ++total)
    ++frequency[std::size_t(words[i])];
  double bits = terms()[total];
  for (const std::uint16_t n : frequency) bits -= terms()[n];
  return bits / double(std::max<std::size_t>(total, 1));
}

}  // namespace

Planes planes_worth_compressing(std::span<const std::byte> words) {
  std::array<double, word_size> bits;
  for (std::size_t b = 0; b < word_size; ++b) bits[b] = entropy(words, b);
  const auto [min, max] = std::minmax_element(bits.begin(), bits.end());
  if (*max - *min < alike_bits) return 0;
  unsigned planes = 0;
  for (std::size_t b = 0; b < word_size; ++b) planes |= unsigned(bits[b] < worth_bits) << b;
  return Planes(planes);
}

std::byte* gather(Planes planes, std::span<const std::byte> words, std::byte* out) {
  const std::size_t count = words.size() / word_size;
  for (std::size_t b = 0; b < word_size; ++b) {
    if (!has(planes, b)) continue;
    for (std::size_t i = 0; i < count; ++i) out[i] = words[word_size * i + b];
    out += count;
  }
  return out;
}

const std::byte* spread(Planes planes, const std::byte* in, std::span<std::byte> words) {
  const std::size_t count = words.size() / word_size;
  for (std::size_t b = 0; b < word_size; ++b) {
    if (!has(planes, b)) continue;
    for (std::size_t i = 0; i < count; ++i) words[word_size * i + b] = in[i];
    in += count;
  }
  return in;
}

}  // namespace cardon
