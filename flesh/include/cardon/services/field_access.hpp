// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/snapshot.hpp>
#include <functional>

namespace cardon {

/// What outputs and step services see of the fields that a driver holds.
class FieldAccess {
 public:
  virtual ~FieldAccess() = default;
  /// Owned points of one level of a field on this rank. Valid from Driver::finish() to the next
  /// Driver::execute().
  virtual FieldView view(int field, int level) = 0;
  /// The owned points of one block by field, at the current level.
  using BlockView = std::function<FieldPiece(int field)>;
  /// Calls `look` once for every block of this rank that owns points, when the block has come to
  /// the end of what Driver::execute() was given: now, or during later calls of execute() or
  /// finish().
  virtual void visit_when_current(const std::function<void(const BlockView&)>& look) = 0;
};

}  // namespace cardon
