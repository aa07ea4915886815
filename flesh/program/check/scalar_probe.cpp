// SPDX-License-Identifier: Apache-2.0
#include "check/scalar_probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cardon/thorn/error.hpp>
#include <cstdint>
#include <limits>
#include <set>

#include "check/probe_findings.hpp"
#include "grid/scalar_task.hpp"

namespace cardon {
namespace {

class ScalarExamination {
 public:
  ScalarExamination(const Program& program, const ParameterSet& parameters, const Task& task,
                    StencilProbe& result)
      : program_(program), parameters_(parameters), task_(task), result_(result) {}

  void examine() {
    std::vector<ReducedValue> values;
    for (std::size_t n = 0; n < task_.reads_scalars.size(); ++n)
      values.push_back({0.75 + 0.125 * Real(n), {1, 2, 1}});
    const Outcome expected = outcome(values);
    if (outcome(values) != expected) return impure();
    std::vector<bool> used;
    for (std::size_t n = 0; n < values.size(); ++n) used.push_back(depends(values, n, expected));
    for (std::size_t n = 0; n < values.size(); ++n)
      if (!used[n]) report_unused(n, used);
  }

 private:
  using Outcome = std::vector<std::uint64_t>;

  Outcome outcome(const std::vector<ReducedValue>& values) {
    std::vector<Real> slots(std::size_t(program_.scalar_slots));
    std::size_t next = 0;
    const auto read = [&](const ScalarRead&) { return values[next++]; };
    const StepState state{1, program_.dt, program_.dt, task_.bin == Bin::initial};
    call_scalar_task(task_, program_, parameters_, state, read, slots);
    Outcome bits;
    for (const Real value : slots) bits.push_back(std::bit_cast<std::uint64_t>(value));
    return bits;
  }

  const ScalarInfo& scalar(std::size_t n) const {
    return program_.scalars[std::size_t(task_.reads_scalars[n].scalar)];
  }

  /// The reads of all components of a scalar, with the same lag; as if the scalar had been named,
  /// from which no component can be taken. Empty: some are not read.
  std::vector<std::size_t> reads_of_group(std::size_t number) const {
    const ScalarInfo& one = scalar(number);
    const auto same = [&](const ScalarInfo& s) {
      return s.thorn == one.thorn && s.group == one.group;
    };
    std::vector<std::size_t> reads;
    for (std::size_t n = 0; n < task_.reads_scalars.size(); ++n)
      if (same(scalar(n)) && task_.reads_scalars[n].lag == task_.reads_scalars[number].lag)
        reads.push_back(n);
    const auto components = std::count_if(program_.scalars.begin(), program_.scalars.end(), same);
    return reads.size() == std::size_t(components) ? reads : std::vector<std::size_t>{};
  }

  void report_unused(std::size_t number, const std::vector<bool>& used) {
    const std::vector<std::size_t> group = reads_of_group(number);
    const std::string& declared = task_.reads_scalars[number].declared;
    if (group.empty()) return unused(declared);
    const bool first_of_none =
        group.front() == number &&
        std::none_of(group.begin(), group.end(), [&](std::size_t n) { return bool(used[n]); });
    const ScalarInfo& one = scalar(number);
    if (first_of_none) unused(declared.substr(0, declared.size() - one.name.size()) + one.group);
  }

  // On a value, or on the position of a minimum or maximum.
  bool depends(const std::vector<ReducedValue>& values, std::size_t number,
               const Outcome& expected) {
    for (const Real other : {std::numeric_limits<Real>::quiet_NaN(), -1.5, 40.0}) {
      std::vector<ReducedValue> changed = values;
      changed[number].value = other;
      if (outcome(changed) != expected) return true;
    }
    for (std::size_t d = 0; d < 3; ++d) {
      std::vector<ReducedValue> changed = values;
      changed[number].position[d] += 2;
      if (outcome(changed) != expected) return true;
    }
    return false;
  }

  void impure() {
    result_.problems.push_back(
        {.slug = "schedule/impure",
         .message =
             fmt::format("{} gave two different results for the same values", task_.plain_name()),
         .notes =
             {"every rank calls it: its result may depend only on scalars, parameters and time"},
         .help = "remove static variables and random numbers from the task"});
  }

  void unused(const std::string& declared) {
    result_.warnings.push_back(
        {.slug = "schedule/unused",
         .message = fmt::format("{} declares that it reads {}, but does not use it",
                                task_.plain_name(), declared),
         .help = fmt::format("remove {} from reads()", declared)});
  }

  const Program& program_;
  const ParameterSet& parameters_;
  const Task& task_;
  StencilProbe& result_;
};

}  // namespace

void probe_scalar_tasks(const Program& program, const ParameterSet& parameters,
                        StencilProbe& result) {
  std::set<std::string> seen;  // the stages of an integrator call one function
  for (const auto* list : {&program.initial_scalars, &program.step_scalars})
    for (const ScalarTask& scalars : *list) {
      const Task& task = scalars.task;
      if (task.kind != Task::compute || !seen.insert(task.plain_name()).second) continue;
      try {
        ScalarExamination(program, parameters, task, result).examine();
      } catch (const Error& error) {
        const auto& thrown = error.problems();
        result.problems.insert(result.problems.end(), thrown.begin(), thrown.end());
      }
    }
}

}  // namespace cardon
