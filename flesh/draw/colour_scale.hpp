// SPDX-License-Identifier: Apache-2.0
// The colours of a picture: its map and what value each colour stands for.
#pragma once
#include <array>
#include <cardon/kit/picture.hpp>
#include <cstdint>

namespace cardon {

/// Follows from the values of the whole plane alone: it is the same on every rank, for any number
/// of them and after a restart.
class ColourScale {
 public:
  explicit ColourScale(const SlicePicture& picture);

  /// 0xffRRGGBB; values beyond the range have the colours of its ends, NaN and infinities are grey.
  std::uint32_t of(double value) const;
  const std::array<double, 2>& range() const { return range_; }  ///< ends of the colour bar

 private:
  Colours map_;
  std::array<double, 2> range_,  ///< never empty
      map_ends_;                 ///< values of the first and the last colour of the map
};

/// The smallest and the largest finite value; {0, 1} where there is none.
std::array<double, 2> finite_range(const std::vector<double>& values);

}  // namespace cardon
