// SPDX-License-Identifier: Apache-2.0
#include "schedule/schedule_builder.hpp"

#include <algorithm>

namespace cardon {
namespace {

template <class Condition>
bool any_face(const ScheduleBuilder& builder, const Condition& holds) {
  for (int d = 0; d < builder.grid.dimensions; ++d) {
    for (const Boundary* face : builder.input.faces[d]) {
      if (face && holds(*face)) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<Binding> ScheduleBuilder::distinct_uses(const Task& task) const {
  std::vector<Binding> distinct;
  for (const Binding& b : task.bindings) {
    const auto alike = [&](const Binding& other) {
      return fields[b.field].thorn == fields[other.field].thorn &&
             fields[b.field].group == fields[other.field].group &&
             b.declared_level == other.declared_level && b.reads == other.reads &&
             b.writes == other.writes && b.radius == other.radius;
    };
    if (std::none_of(distinct.begin(), distinct.end(), alike)) distinct.push_back(b);
  }
  return distinct;
}

bool ScheduleBuilder::has_faces() const {
  return any_face(*this, [](const Boundary&) { return true; });
}

bool ScheduleBuilder::has_evolving_face() const {
  return any_face(
      *this, [](const Boundary& boundary) { return boundary.kind() == BoundaryKind::evolution; });
}

}  // namespace cardon
