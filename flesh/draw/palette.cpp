// SPDX-License-Identifier: Apache-2.0
#include "draw/palette.hpp"

#include <cstring>

#include "draw/colour_map.hpp"

namespace cardon {
namespace {

constexpr std::uint32_t rgb = 0xffffff;

std::uint32_t rounded(std::uint32_t colour) {
  const std::uint32_t level = colour & 0xff;
  if (colour != level * 0x010101 || colour == (not_finite_colour & rgb)) return colour;
  return (level + 8) / 17 * 17 * 0x010101;
}

}  // namespace

bool Palette::append(const unsigned char* row, int width, std::vector<unsigned char>& indices) {
  std::uint32_t before = ~rgb;
  int number = 0;
  for (int n = 0; n < width; ++n) {
    std::uint32_t colour = 0;
    std::memcpy(&colour, row + 4 * std::ptrdiff_t(n), 4);
    colour &= rgb;
    if (colour != before) number = find(rounded(colour));
    if (number < 0) return false;
    before = colour;
    indices.push_back(static_cast<unsigned char>(number));
  }
  return true;
}

// Its number; -1 if it is one too many.
int Palette::find(std::uint32_t colour) {
  std::uint32_t slot = (colour * 0x9e3779b1u) >> 22;
  for (; numbers_[slot] != 0; slot = (slot + 1) % slots)
    if (colours_[std::size_t(numbers_[slot] - 1)] == colour) return numbers_[slot] - 1;
  if (count_ == max_colours) return -1;
  colours_[std::size_t(count_)] = colour;
  numbers_[slot] = short(++count_);
  return count_ - 1;
}

}  // namespace cardon
