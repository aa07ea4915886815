// SPDX-License-Identifier: Apache-2.0
#include "schedule/waiting_boundaries.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "schedule/texts.hpp"

namespace cardon {

void WaitingBoundaries::note(const Task& writer) {
  for (const Binding& b : writer.bindings)
    if (b.writes) written_.insert({b.field, b.level});
}

bool WaitingBoundaries::complete(const std::set<int>& fields, int level, const Task& writer) {
  const auto missing = std::find_if(fields.begin(), fields.end(), [&](int field) {
    return !written_.count({field, level});
  });
  for (const int field : fields) {
    if (missing == fields.end())
      waiting_.erase({field, level});
    else if (written_.count({field, level}))
      waiting_[{field, level}] = {*missing, writer.name};
  }
  return missing == fields.end();
}

void WaitingBoundaries::check_reads(ScheduleBuilder& builder, const Task& reader) const {
  for (const Binding& b : reader.bindings) {
    const auto waits = waiting_.find({b.field, b.level});
    if (!b.reads || !is_stencil(b.radius) || waits == waiting_.end()) continue;
    const std::string other = builder.fields[waits->second.missing].name;
    builder.report({.slug = "schedule/boundary",
                    .message = fmt::format("{} reads {} at faces that are not filled yet",
                                           reader.name, declared_text(b)),
                    .notes = {fmt::format("the boundary fills it together with {}, which is "
                                          "written later",
                                          other)},
                    .help = fmt::format("write {} before, or fill the two by boundaries of their "
                                        "own",
                                        other)});
  }
}

void WaitingBoundaries::report_left(ScheduleBuilder& builder) {
  for (const auto& [slot, waits] : waiting_) {
    const std::string other = level_text(builder.fields[waits.missing].name, slot.second);
    builder.report(
        {.slug = "schedule/boundary",
         .message = fmt::format("{} writes {}, but no boundary can fill its faces", waits.writer,
                                level_text(builder.fields[slot.first].name, slot.second)),
         .notes = {fmt::format("the boundary fills it together with {}, which no task writes",
                               other)},
         .help =
             fmt::format("write {} as well, or fill the two by boundaries of their own", other)});
  }
  waiting_.clear();
}

void WaitingBoundaries::rotate() {
  std::erase_if(written_, [](const Slot& slot) { return slot.second == FieldRef::next_level; });
}

}  // namespace cardon
