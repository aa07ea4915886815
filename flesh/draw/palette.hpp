// SPDX-License-Identifier: Apache-2.0
// The colours of a picture, if they are few.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace cardon {

/// Colours in the order in which they were met. Shades of grey are those of letters and lines,
/// apart from the grey of values that are not finite: the other ones are rounded to sixteen.
class Palette {
 public:
  static constexpr int max_colours = 256;

  /// Appends the numbers of the colours of a row, given as four bytes per pixel in cairo's order;
  /// false if there are more colours than it may hold.
  bool append(const unsigned char* row, int width, std::vector<unsigned char>& indices);
  std::span<const std::uint32_t> colours() const { return {colours_.data(), std::size_t(count_)}; }

 private:
  static constexpr std::uint32_t slots = 1024;  // of the hash table
  int find(std::uint32_t colour);

  int count_ = 0;
  std::array<std::uint32_t, max_colours> colours_{};
  std::array<short, slots> numbers_{};  // of a colour, plus 1
};

}  // namespace cardon
