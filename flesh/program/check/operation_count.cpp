// SPDX-License-Identifier: Apache-2.0
#include "check/operation_count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <set>

#include "base/suggest.hpp"
#include "check/instruction_trace.hpp"
#include "check/machine_operations.hpp"
#include "check/probe_findings.hpp"
#include "check/task_probe.hpp"

namespace cardon {
namespace {

constexpr double max_ratio = 1.25;  // of operations declared to those executed
constexpr double repeats = 1.05;    // of those executed to those declared: something is repeated

// A trap takes up to 20 microseconds, so boxes are small: rows of one and two registers of eight
// numbers, and one or two of them in the other directions.
constexpr Index3 below{7, 0, 0}, below_short{3, 0, 0};
constexpr Index3 above{8, 1, 1}, above_short{4, 0, 0};
constexpr Index3 margin{8, 1, 1};

struct Call {
  long points = 0;
  ExecutedOperations operations;
  bool traced = false;
};

// `small`: a bit for each direction in which the box is short.
Call count_call(TaskProbe& probe, int small) {
  Index3 lower = below, upper = above;
  for (std::size_t d = 0; d < 3; ++d)
    if ((small >> d & 1) != 0) {
      lower[d] = below_short[d];
      upper[d] = above_short[d];
    }
  Call call{.points = probe.bind_region(lower, upper)};
  std::vector<ExecutedInstruction> executed;
  probe.call([&](const auto& task) { executed = executed_instructions(task); });
  call.traced = !executed.empty();
  call.operations = floating_point_operations(executed);
  return call;
}

/// Rows are boxes, too: no call is counted twice.
class CountedCalls {
 public:
  explicit CountedCalls(TaskProbe& probe) : probe_(probe) {}
  const Call& of(int small) {
    std::optional<Call>& call = calls_[std::size_t(small)];
    if (!call) call = count_call(probe_, small);
    return *call;
  }

 private:
  TaskProbe& probe_;
  std::array<std::optional<Call>, 8> calls_;
};

void add(ExecutedOperations& sum, const ExecutedOperations& operations, double factor) {
  sum.all += factor * operations.all;
  sum.quotients += factor * operations.quotients;
  sum.roots += factor * operations.roots;
}

// How much more a box costs that is larger by some points in each of these directions, less what
// its parts cost alone: what is computed once per call, row or face of the box cancels out.
std::optional<ExecutedOperations> difference_per_point(CountedCalls& calls, int directions) {
  ExecutedOperations operations;
  long points = 0;
  for (int small = 0; small < 8; ++small) {
    if ((small | directions) != directions) continue;
    const Call& call = calls.of(small | (7 & ~directions));
    if (!call.traced) return {};
    const int sign = std::popcount(unsigned(small)) % 2 == 0 ? 1 : -1;
    add(operations, call.operations, sign);
    points += sign * call.points;
  }
  if (points <= 0) return {};
  ExecutedOperations per_point;
  add(per_point, operations, 1 / double(points));
  return per_point;
}

void require_tasks(const Program& program, const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const Task& task : program.tasks)
    if (task.kind == Task::compute) known.push_back(task.plain_name());
  for (const std::string& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw Error(Problem{.slug = "cli/unknown-task",
                          .message = fmt::format("no task at points is called {}", name),
                          .help = did_you_mean(name, known)});
}

// "; quotients 8, square roots 4": those that there are.
std::string slow_operations(const ExecutedOperations& counted) {
  std::string text;
  if (counted.quotients > 0) text += fmt::format("; quotients {:.6g}", counted.quotients);
  if (counted.roots > 0)
    text += fmt::format("{} square roots {:.6g}", text.empty() ? ";" : ",", counted.roots);
  return text;
}

}  // namespace

std::optional<ExecutedOperations> operations_per_point(const Program& program,
                                                       const ParameterSet& parameters,
                                                       const Task& task) {
  if (task.kind != Task::compute || !task.function) return {};
  TaskProbe probe(program, parameters, task, margin);
  probe.arrange(0);
  probe.call();  // binds the functions that it needs
  CountedCalls calls(probe);
  const auto in_rows = difference_per_point(calls, 1);
  if (!in_rows || task.flops == 0 || in_rows->all <= repeats * task.flops) return in_rows;
  const auto in_boxes = difference_per_point(calls, (1 << program.grid.dimensions) - 1);
  return in_boxes ? in_boxes : in_rows;
}

std::vector<TaskOperations> count_operations(const Program& program, const ParameterSet& parameters,
                                             const std::vector<std::string>& chosen) {
  require_tasks(program, chosen);
  std::vector<TaskOperations> all;
  std::set<std::pair<std::string, TaskFunction>> seen;
  for (const Task& task : program.tasks) {
    const std::string name = task.plain_name();
    if (!chosen.empty() && std::find(chosen.begin(), chosen.end(), name) == chosen.end()) continue;
    if (task.kind != Task::compute || !seen.emplace(name, task.function).second) continue;
    const auto counted = operations_per_point(program, parameters, task);
    if (counted && (counted->all > 0 || task.flops > 0))
      all.push_back({name, *counted, task.flops});
  }
  return all;
}

std::vector<std::string> operation_lines(const std::vector<TaskOperations>& operations) {
  std::size_t width = 0;
  for (const TaskOperations& each : operations) width = std::max(width, each.task.size());
  std::vector<std::string> lines;
  for (const TaskOperations& each : operations)
    lines.push_back(
        fmt::format("{:{}}  {:6.6g}{}{}", each.task, width, each.counted.all,
                    each.declared > 0 ? fmt::format(", declared {:g}", each.declared) : "",
                    slow_operations(each.counted)));
  return lines;
}

std::vector<Problem> operation_warnings(const std::vector<TaskOperations>& operations) {
  std::vector<Problem> warnings;
  for (const TaskOperations& each : operations) {
    if (each.declared <= max_ratio * each.counted.all) continue;
    warnings.push_back(
        {.slug = "schedule/operations",
         .message = fmt::format("{} declares {:g} floating-point operations per point and executes "
                                "{:.4g}",
                                each.task, each.declared, each.counted.all),
         .help =
             each.counted.all > 0
                 ? fmt::format("declare flops({:.4g}) in the thorn, or omit it", each.counted.all)
                 : "omit flops"});
  }
  return warnings;
}

}  // namespace cardon
