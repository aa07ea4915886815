// SPDX-License-Identifier: Apache-2.0
#include "draw/colour_scale.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "draw/colour_map.hpp"
#include "draw/ticks.hpp"

namespace cardon {
namespace {

// Values lie on both sides of zero, the smaller side with at least a tenth of the larger one:
// is_signed() of the Python package decides alike.
bool is_signed(const std::array<double, 2>& range) {
  return range[0] < 0 && 0 < range[1] &&
         std::min(-range[0], range[1]) >= 0.1 * std::max(-range[0], range[1]);
}

std::array<double, 2> around_zero(const std::array<double, 2>& range) {
  const double largest = std::max(std::abs(range[0]), std::abs(range[1]));
  return {-largest, largest};
}

}  // namespace

std::array<double, 2> finite_range(const std::vector<double>& values) {
  std::array<double, 2> range{std::numeric_limits<double>::infinity(),
                              -std::numeric_limits<double>::infinity()};
  for (const double v : values) {
    if (!std::isfinite(v)) continue;
    range = {std::min(range[0], v), std::max(range[1], v)};
  }
  if (!(range[0] <= range[1])) return {0, 1};
  return range;
}

ColourScale::ColourScale(const SlicePicture& picture)
    : map_(picture.colours), range_(picture.range ? *picture.range : finite_range(picture.values)) {
  const bool automatic = map_ == Colours::automatic;
  if (automatic) map_ = is_signed(range_) ? Colours::coolwarm : Colours::viridis;
  if (map_ == Colours::coolwarm && !picture.range) range_ = around_zero(range_);
  range_ = drawable_range(range_[0], range_[1]);
  map_ends_ = automatic && map_ == Colours::coolwarm ? around_zero(range_) : range_;
}

std::uint32_t ColourScale::of(double value) const {
  if (!std::isfinite(value)) return not_finite_colour;
  value = std::clamp(value, range_[0], range_[1]);
  return colour_of(map_, (value - map_ends_[0]) / (map_ends_[1] - map_ends_[0]));
}

}  // namespace cardon
