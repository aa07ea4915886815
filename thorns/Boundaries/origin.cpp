// SPDX-License-Identifier: Apache-2.0
#include "origin.hpp"

#include <cardon/thorn/error.hpp>
#include <string>

namespace cardon::boundaries {

void require_origin_inside(const Grid& grid, int direction, bool upper, bool may_touch,
                           std::string_view boundary) {
  const Real outwards = upper ? grid.upper[direction] : -grid.lower[direction];
  if (may_touch ? outwards >= 0 : outwards > 0) return;
  Problem problem;
  problem.slug = "boundary/origin";
  problem.message = "the " + std::string(boundary) + " boundary cannot be at the " +
                    (upper ? "upper " : "lower ") + "xyz"[direction] + " face: the origin lies " +
                    (may_touch ? "" : "on it or ") + "beyond it";
  problem.notes = {"its formula is about the distance from the origin of the coordinates"};
  problem.help =
      "shift grid.domain so that the origin is inside it, or use another boundary at this face";
  throw Error(problem);
}

}  // namespace cardon::boundaries
