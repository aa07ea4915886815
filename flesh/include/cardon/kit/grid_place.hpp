// SPDX-License-Identifier: Apache-2.0
// From coordinates to indices, for outputs at a place the user gives.
#pragma once
#include <cardon/services/grid.hpp>
#include <cardon/services/section_values.hpp>
#include <cardon/thorn/error.hpp>
#include <string>

namespace cardon {

/// The point nearest to a coordinate; of two equally near the upper one. Throws Error
/// "output/outside-domain", at `where`, for a coordinate outside the domain.
int index_at(const Grid& grid, int direction, Real coordinate, const Location& where);
/// Checks an index: throws unless 0 <= index < points.
int index_at(const Grid& grid, int direction, long index, const Location& where);
/// The point nearest to the middle of the domain.
int middle_index(const Grid& grid, int direction);

/// Throws an Error with this slug if a section gives both of two parameters that mean the same.
void require_one_of(const SectionValues& values, const std::string& section, const char* slug,
                    const char* first, const char* second);

/// "x", "y", "z"
std::string axis_name(int direction);
/// "the domain reaches from 0 to 2 m in x"
std::string reach_text(const Grid& grid, int direction);

}  // namespace cardon
