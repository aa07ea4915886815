// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cardon/thorn/error.hpp>
#include <map>

#include "plan/flat_tasks.hpp"

namespace cardon::plan {
namespace {

struct Reader {
  const TaskDecl* task = nullptr;
  int radius = 0;
};

Problem too_shallow(const std::string& field, const Link& link, const Reader& reader) {
  Problem problem;
  problem.slug = "grid/ghost-zones";
  problem.message = fmt::format("{} is needed to {} ghost layers, but only {} {} possible", field,
                                reader.radius, link.depth, link.depth == 1 ? "is" : "are");
  problem.notes = {fmt::format("needed by   {}  (reads {} with stencil {})", reader.task->name,
                               field, reader.radius),
                   fmt::format("limited by  link {} with ghost depth {}", link.name, link.depth)};
  problem.help = fmt::format(
      "raise the ghost depth of link {} to {} or more, or remove it to let the driver choose",
      link.name, reader.radius);
  return problem;
}

}  // namespace

void check_depths(const PlanInput& input, const Rules& rules) {
  std::vector<Problem> problems;
  for (const Link& link : input.links) {
    std::map<int, Reader> widest;  // per field that is read too far
    for (const TaskDecl& task : input.tasks) {
      for (const Read& read : task.reads) {
        const int radius = rules.radius(task, read, link);
        if (radius <= link.depth) continue;
        Reader& reader = widest[read.slot.field];
        if (radius > reader.radius) reader = {&task, radius};
      }
    }
    for (const auto& [field, reader] : widest) {
      problems.push_back(too_shallow(input.fields[field], link, reader));
    }
  }
  if (!problems.empty()) throw Error(std::move(problems));
}

}  // namespace cardon::plan
