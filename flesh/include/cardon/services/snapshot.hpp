// SPDX-License-Identifier: Apache-2.0
// The state of a run at the end of a step, as outputs see it.
#pragma once
#include <cardon/services/program.hpp>
#include <cardon/services/transport.hpp>
#include <string>
#include <vector>

namespace cardon {

struct Decomposition;

/// The owned points of one field on one block of this rank: address = values + i + j * sy + k * sz
/// with global indices.
struct FieldPiece {
  Box box;                       ///< the points, by global index
  const Real* values = nullptr;  ///< address of global point (0, 0, 0), inside the storage or not
  std::ptrdiff_t sy = 0,         ///< stride of y, in values; x has stride 1
      sz = 0;                    ///< stride of z
  const Real* row(int j, int k) const { return values + j * sy + k * sz; }  ///< add i >= box.lo[0]
};

/// One field at its current level; the pieces of all ranks tile the domain.
struct FieldView {
  const GridFunction* field = nullptr;  ///< its name, unit and role; never null
  std::vector<FieldPiece> pieces;       ///< those of this rank
};

/// A declared scalar's value in this step.
struct ScalarValue {
  const ScalarInfo* scalar = nullptr;  ///< its name, unit and reduction; never null
  Real value = 0;                      ///< the same on all ranks
};

/// A run after a step, as outputs see it; it is valid until the output returns.
struct Snapshot {
  long iteration = 0;          ///< steps finished
  Real time = 0,               ///< in Grid::time_unit
      dt = 0;                  ///< length of the last step
  const Grid* grid = nullptr;  ///< the whole grid
  /// Between all ranks.
  Transport* transport = nullptr;
  const Decomposition* decomposition = nullptr;  ///< of this step; the same on all ranks
  std::vector<Box> sites;  ///< the points that each site owns, in the order of OutputSites::names
  std::vector<FieldView> fields;     ///< those the output asked for
  std::vector<ScalarValue> scalars;  ///< likewise
  bool last = false;                 ///< the last one of the run
};

/// Returns the snapshot without values, which may be kept during the following steps.
inline Snapshot without_values(Snapshot snapshot) {
  for (FieldView& view : snapshot.fields) view.pieces.clear();
  snapshot.transport = nullptr;
  snapshot.decomposition = nullptr;
  return snapshot;
}

}  // namespace cardon
