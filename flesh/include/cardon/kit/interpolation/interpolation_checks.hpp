// SPDX-License-Identifier: Apache-2.0
// What a user can ask of an interpolation in vain.
#pragma once
#include <cardon/services/grid.hpp>
#include <cardon/services/section_values.hpp>
#include <cardon/thorn/error.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Appends output/outside-domain if a point does not lie in the domain. `what` begins the message:
/// "probe west".
void check_inside(const Grid& grid, const Vec3& point, const std::string& what,
                  const Location& where, std::vector<Problem>& problems);

/// Appends output/no-fields if there is nothing to interpolate in an entry of `section`. Names that
/// were given in vain have an error of their own.
void check_fields(std::size_t fields, const SectionValues& entry, const std::string& section,
                  std::vector<Problem>& problems);

/// Appends output/thin-grid if a direction has not order + 1 points.
void check_order(const Grid& grid, int order, const Location& where,
                 std::vector<Problem>& problems);

}  // namespace cardon
