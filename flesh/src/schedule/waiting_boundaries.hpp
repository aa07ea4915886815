// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <set>
#include <string>
#include <utility>

#include "schedule/schedule_builder.hpp"

namespace cardon {

/// While the tasks of a program are put in order: which fields hold values at which level, and
/// which wait for others before the boundary of a thorn can fill them together.
class WaitingBoundaries {
 public:
  /// A task has written.
  void note(const Task& writer);
  /// Whether all fields hold values at the level; if not, those that do wait from now on.
  bool complete(const std::set<int>& fields, int level, const Task& writer);
  /// Reports a task that reads with a stencil what waits (schedule/boundary).
  void check_reads(ScheduleBuilder& builder, const Task& reader) const;
  /// Reports what still waits (schedule/boundary).
  void report_left(ScheduleBuilder& builder);
  /// The time levels rotate: nothing holds a next level any more.
  void rotate();

 private:
  using Slot = std::pair<int, int>;  // field, level
  struct Waiting {
    int missing = 0;
    std::string writer;
  };
  std::set<Slot> written_;
  std::map<Slot, Waiting> waiting_;
};

}  // namespace cardon
