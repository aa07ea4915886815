// SPDX-License-Identifier: Apache-2.0
// Floating-point operations of tasks, counted while they run.
#pragma once
#include <cardon/services/program.hpp>
#include <cardon/thorn/error.hpp>
#include <optional>
#include <string>
#include <vector>

#include "check/machine_operations.hpp"

namespace cardon {

/// Floating-point operations per point that `task` executes: sums, differences, products,
/// quotients, square roots, minima and maxima in the machine code, where a packed instruction
/// counts once for each of its numbers, and a fused one twice. It is the difference between calls
/// on rows of 16 and of 8 points, so what is computed once per call or row does not count. Where
/// it is more than the task declares, the calls are on boxes of one and two rows and planes, too,
/// and what is computed once per face of a box does not count either. Library functions count with
/// what they execute. Nothing is counted for tasks at no points, on processors
/// other than x86-64, and where the processor cannot be stopped after single instructions. Kokkos
/// must be initialised; what the task throws passes through.
std::optional<ExecutedOperations> operations_per_point(const Program& program,
                                                       const ParameterSet& parameters,
                                                       const Task& task);

/// The operations of a task and of what it declares by TaskBuilder::flops.
struct TaskOperations {
  std::string task;            ///< "WaveMoL::rhs"
  ExecutedOperations counted;  ///< per point and call
  double declared = 0;         ///< 0: not declared
};

/// Of each compute task of the initial conditions, a step and the analysis that has any, once for
/// all stages of an integrator; of those with the `chosen` names, if there are any. A name that no
/// such task has throws Error (cli/unknown-task).
std::vector<TaskOperations> count_operations(const Program& program, const ParameterSet& parameters,
                                             const std::vector<std::string>& chosen = {});

/// A table, one line per task. Empty if nothing was counted.
std::vector<std::string> operation_lines(const std::vector<TaskOperations>& operations);

/// Declarations of more than 5/4 of what was counted (schedule/operations).
std::vector<Problem> operation_warnings(const std::vector<TaskOperations>& operations);

}  // namespace cardon
