// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/grid.hpp>
#include <string_view>

namespace cardon::boundaries {

/// For conditions about a distance from the origin of the coordinates. Throws Error
/// (boundary/origin) if it lies beyond the face, or on it unless it `may_touch`.
void require_origin_inside(const Grid& grid, int direction, bool upper, bool may_touch,
                           std::string_view boundary);

}  // namespace cardon::boundaries
