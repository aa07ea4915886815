// SPDX-License-Identifier: Apache-2.0
// From numbers to colours.
#pragma once
#include <cardon/kit/colours.hpp>
#include <cstdint>

namespace cardon {

/// Colours of a map. Few enough for a palette of 256 with those of letters, which makes files half
/// as large and twice as fast to write.
inline constexpr int colour_levels = 225;

/// 0xffRRGGBB for 0 <= t <= 1; values beyond are cut, NaN is grey.
std::uint32_t colour_of(Colours colours, double t);

/// The grey of values that are not finite.
inline constexpr std::uint32_t not_finite_colour = 0xff9a9a9a;

}  // namespace cardon
