// SPDX-License-Identifier: Apache-2.0
#include "scalars/unfit_scalar.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "grid/scalar_task.hpp"

namespace cardon {
namespace {

/// The tasks that declare to reduce it, each once.
std::vector<std::string> tasks_that_reduce(const Program& program, int scalar) {
  std::vector<std::string> names;
  for (const Task& task : program.tasks) {
    const auto& reduced = task.scalars;
    if (std::find(reduced.begin(), reduced.end(), scalar) == reduced.end()) continue;
    const std::string name = task.plain_name();
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace

UnfitScalar without_values(const Program& program, int scalar) {
  const std::vector<std::string> names = tasks_that_reduce(program, scalar);
  const std::string tasks = fmt::format("{}", fmt::join(names, " and "));
  return {
      fmt::format("{} declare{} to reduce {}, but combined no value at any point", tasks,
                  names.size() == 1 ? "s" : "", program.scalars[std::size_t(scalar)].full_name()),
      fmt::format("let {} combine a value at every point: points.combine() in C++, "
                  "cardon_reduce() in C and Fortran",
                  tasks)};
}

std::optional<UnfitScalar> unfit_scalar(const Program& program, const ScalarRead& read,
                                        const ReducedValue& value) {
  const ScalarInfo& scalar = program.scalars[std::size_t(read.scalar)];
  if (std::isfinite(value.value) || scalar.is_state || value.value == scalar.start) return {};
  if (value.position == of_nothing) return without_values(program, read.scalar);
  const std::string tasks =
      fmt::format("{}", fmt::join(tasks_that_reduce(program, read.scalar), " and "));
  return UnfitScalar{
      fmt::format("{} combined values into {} that are not finite", tasks, scalar.full_name()),
      fmt::format("inspect what {} combines", tasks)};
}

}  // namespace cardon
