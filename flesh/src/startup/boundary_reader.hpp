// SPDX-License-Identifier: Apache-2.0
// From `grid.boundary` to one boundary per face.
#pragma once
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/node.hpp>
#include <string>
#include <vector>

namespace cardon {

/// One face as the user wrote it: a name, and what stands behind it: {dirichlet: "0"} or
/// {dirichlet: {phi: "x", pi: "0"}}.
struct BoundarySpec {
  std::string name = "periodic";
  Node argument;  ///< null, a formula for all fields, or a map from field to formula
  Location where;
};

struct LegalBoundaries {
  std::vector<std::string> names;           ///< of the boundaries there are
  std::vector<std::string> missing_thorns;  ///< asked for, but not loaded: an error of its own
};

struct BoundarySpecs {
  BoundarySpec face[3][2];  ///< [direction][0 lower, 1 upper]
};

/// Reads the forms
///   boundary: periodic                               all faces
///   boundary: [radiative, [reflecting, radiative], {lower: {dirichlet: "0"}, upper: neumann}]
/// one entry for each of `dimensions` directions; an entry is one boundary for both faces, a pair,
/// or a map with lower and upper. Appends to `problems`.
BoundarySpecs read_boundaries(const Node& node, int dimensions, const LegalBoundaries& legal,
                              std::vector<Problem>& problems);

}  // namespace cardon
