// SPDX-License-Identifier: Apache-2.0
// From the section `grid` of the parameter file to a Grid.
#pragma once
#include <algorithm>
#include <cardon/services/grid.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/thorn/error.hpp>
#include <vector>

#include "startup/boundary_reader.hpp"
#include "startup/run_units.hpp"

namespace cardon {

/// Points, domain, centring and periodicity. On a vertex-centred grid the end points lie on the
/// boundary, except in periodic directions, where the upper end is the lower end's image: spacing =
/// length / points. Cell-centred grids have their points half a spacing inside. Appends to
/// `problems` and returns a usable grid all the same.
Grid read_grid(const ParameterSet& parameters, const BoundarySpecs& boundaries,
               const RunUnits& units, std::vector<Problem>& problems);

/// grid.points (vertex-centred) or grid.cells (cell-centred); 64 x 64 x 64 points if neither is
/// given.
struct PointCounts {
  std::vector<long> points{64, 64, 64};
  Centring centring = Centring::vertex;
  Location where;
  bool twice = false;  ///< both were given
  int dimensions() const { return points.size() < 3 ? std::max(int(points.size()), 1) : 3; }
};
PointCounts point_counts(const ParameterSet& parameters);

}  // namespace cardon
