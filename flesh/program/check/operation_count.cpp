// SPDX-License-Identifier: Apache-2.0
#include "check/operation_count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "check/instruction_trace.hpp"
#include "check/machine_operations.hpp"
#include "check/probe_findings.hpp"
#include "check/task_probe.hpp"

namespace cardon {
namespace {

constexpr double max_ratio = 1.25;  // of operations declared to those executed

// A trap takes up to 20 microseconds, so rows are short: one and two registers of eight numbers.
constexpr Index3 long_below{7, 0, 0}, long_above{8, 0, 0};
constexpr Index3 short_below{3, 0, 0}, short_above{4, 0, 0};
constexpr Index3 row_margin{8, 0, 0};

struct Call {
  long points = 0;
  double operations = 0;
  bool traced = false;
};

Call count_call(TaskProbe& probe, const Index3& below, const Index3& above) {
  Call call{.points = probe.bind_region(below, above)};
  std::vector<ExecutedInstruction> executed;
  probe.call([&](const auto& task) { executed = executed_instructions(task); });
  call.traced = !executed.empty();
  call.operations = floating_point_operations(executed);
  return call;
}

std::optional<double> difference_per_point(TaskProbe& probe) {
  probe.arrange(0);
  probe.call();  // binds the functions that it needs
  const Call longer = count_call(probe, long_below, long_above);
  const Call shorter = count_call(probe, short_below, short_above);
  if (!longer.traced || !shorter.traced || longer.points <= shorter.points) return {};
  return (longer.operations - shorter.operations) / double(longer.points - shorter.points);
}

}  // namespace

std::optional<double> operations_per_point(const Program& program, const ParameterSet& parameters,
                                           const Task& task) {
  if (task.kind != Task::compute || !task.function) return {};
  TaskProbe probe(program, parameters, task, row_margin);
  return difference_per_point(probe);
}

std::vector<TaskOperations> count_operations(const Program& program,
                                             const ParameterSet& parameters) {
  std::vector<TaskOperations> all;
  std::set<std::pair<std::string, TaskFunction>> seen;
  for (const Task& task : program.tasks) {
    const std::string name = plain_task_name(task);
    if (task.kind != Task::compute || !seen.emplace(name, task.function).second) continue;
    const std::optional<double> counted = operations_per_point(program, parameters, task);
    if (counted && (*counted > 0 || task.flops > 0)) all.push_back({name, *counted, task.flops});
  }
  return all;
}

std::vector<std::string> operation_lines(const std::vector<TaskOperations>& operations) {
  std::size_t width = 0;
  for (const TaskOperations& each : operations) width = std::max(width, each.task.size());
  std::vector<std::string> lines;
  for (const TaskOperations& each : operations)
    lines.push_back(
        fmt::format("{:{}}  {:6.6g}{}", each.task, width, each.counted,
                    each.declared > 0 ? fmt::format(", declared {:g}", each.declared) : ""));
  return lines;
}

std::vector<Problem> operation_warnings(const std::vector<TaskOperations>& operations) {
  std::vector<Problem> warnings;
  for (const TaskOperations& each : operations) {
    if (each.declared <= max_ratio * each.counted) continue;
    warnings.push_back(
        {.slug = "schedule/operations",
         .message = fmt::format("{} declares {:g} floating-point operations per point and executes "
                                "{:.4g}",
                                each.task, each.declared, each.counted),
         .help = each.counted > 0
                     ? fmt::format("declare flops({:.4g}) in the thorn, or omit it", each.counted)
                     : "omit flops"});
  }
  return warnings;
}

}  // namespace cardon
