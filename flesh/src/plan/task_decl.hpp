// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/plan/slot.hpp>
#include <cardon/thorn/box.hpp>
#include <string>
#include <vector>

namespace cardon::plan {

/// A task reads `slot` at points up to `radius` away in x, y, z.
struct Read {
  Slot slot;
  Index3 radius{0, 0, 0};
};

/// What the planner must know of a task.
struct TaskDecl {
  std::string name;
  std::vector<Read> reads;
  std::vector<Slot> writes;
  /// A boundary task: writes only faces of the domain and reads along the inward normal. It counts
  /// as radius 0 on every link, and what it writes keeps its older value everywhere else.
  bool partial = false;
  /// A boundary task that reads beside the faces, too: its radii count.
  bool reads_beside = false;
  /// A pseudo-task that reads and writes nothing but renames the time levels of the fields
  /// `rotates`: next -> 0, 0 -> 1, 1 -> 2 and so on; afterwards the next level holds nothing.
  bool rotate = false;
  std::vector<int> rotates;
};

}  // namespace cardon::plan
