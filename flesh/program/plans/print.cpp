// SPDX-License-Identifier: Apache-2.0
#include "plans/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>

namespace cardon::plan {
namespace {

std::string name(const Slot& slot, const PlanInput& input) {
  const std::string& field = input.fields[slot.field];
  if (slot.level == Slot::next_level) return field + "[next]";
  return slot.level == 0 ? field : fmt::format("{}[past {}]", field, slot.level);
}

std::size_t task_width(const PlanInput& input) {
  std::size_t width = 0;
  for (const TaskDecl& task : input.tasks) width = std::max(width, task.name.size());
  return width;
}

std::string print_exchange(const Operation& operation, const PlanInput& input) {
  std::string line = fmt::format("exchange on {}:", input.links[operation.link].name);
  const char* separator = " ";
  for (const SlotDepth& sent : operation.fields) {
    line += fmt::format("{}{} {}", separator, name(sent.slot, input), sent.depth);
    separator = ", ";
  }
  return line;
}

std::string print_task(const Operation& operation, const PlanInput& input) {
  std::string line = fmt::format("  {:<{}} ", input.tasks[operation.task].name, task_width(input));
  for (std::size_t link = 0; link < input.links.size(); ++link) {
    line += fmt::format(" {:>{}}", operation.growth[link], input.links[link].name.size());
  }
  return line + (operation.kind == Operation::Kind::boundary ? "  (domain faces)" : "");
}

std::string print_rotation(const TaskDecl& task, const PlanInput& input) {
  std::string line = "  rotate";
  for (const int field : task.rotates) line += " " + input.fields[field];
  return line;
}

std::string print_operation(const Operation& operation, const PlanInput& input) {
  switch (operation.kind) {
    case Operation::Kind::exchange:
      return print_exchange(operation, input);
    case Operation::Kind::rotate:
      return print_rotation(input.tasks[operation.task], input);
    case Operation::Kind::step_end:
      return "  -- end of step";
    default:
      return print_task(operation, input);
  }
}

std::string heading(const PlanInput& input) {
  std::string line = fmt::format("  {:<{}} ", "task", task_width(input));
  for (const Link& link : input.links) line += " " + link.name;
  return line + "   (layers computed beyond the owned points)";
}

std::string prologue_heading(const Plan& plan) {
  const bool whole = plan.prologue.empty() ||
                     plan.prologue.back().operations.back().kind == Operation::Kind::step_end;
  const long last = plan.prologue_steps - (whole ? 1 : 0);
  return last > 0 ? fmt::format("once, steps 0 to {}:", last) : "once, step 0:";
}

void append(std::vector<std::string>& lines, const std::vector<Segment>& segments,
            const PlanInput& input) {
  for (const Segment& segment : segments) {
    for (std::string& line : print(segment, input)) lines.push_back(std::move(line));
  }
}

bool does_nothing(const std::vector<Segment>& segments) {
  return std::all_of(segments.begin(), segments.end(), [](const Segment& segment) {
    return std::all_of(segment.operations.begin(), segment.operations.end(),
                       [](const Operation& o) { return o.kind == Operation::Kind::step_end; });
  });
}

}  // namespace

std::vector<std::string> print(const Segment& segment, const PlanInput& input) {
  std::vector<std::string> lines;
  for (const Operation& operation : segment.operations) {
    lines.push_back(print_operation(operation, input));
  }
  return lines;
}

std::vector<std::string> print(const Plan& plan) {
  std::vector<std::string> lines;
  for (const Link& link : plan.input.links) {
    lines.push_back(fmt::format("link {}: ghost depth {}", link.name, link.depth));
  }
  if (does_nothing(plan.prologue) && does_nothing(plan.cycle)) {
    lines.emplace_back("no step computes or exchanges anything");
    return lines;
  }
  lines.push_back(heading(plan.input));
  lines.push_back(prologue_heading(plan));
  append(lines, plan.prologue, plan.input);
  if (plan.cycle.empty()) return lines;
  lines.push_back(fmt::format("then every {}:", counted(plan.cycle_steps, "step")));
  append(lines, plan.cycle, plan.input);
  return lines;
}

}  // namespace cardon::plan
