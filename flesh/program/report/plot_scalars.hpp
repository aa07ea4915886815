// SPDX-License-Identifier: Apache-2.0
// Curves of scalars.tsv.
#pragma once
#include <string>
#include <vector>

#include "draw/curve_picture.hpp"
#include "report/scalar_table.hpp"

namespace cardon {

/// Columns that share a picture: all reductions of a field that are values of it ("phi": min, max,
/// l2); "phi.sum", "phi.count" and the coordinates of "phi.maxloc" have pictures of their own, and
/// so have declared scalars.
struct ScalarGroup {
  std::string name;  ///< also of the file
  std::vector<std::size_t> columns;
};

std::vector<ScalarGroup> scalar_groups(const ScalarTable& table);

/// The group over time.
CurvePicture scalar_picture(const ScalarTable& table, const ScalarGroup& group);

}  // namespace cardon
