// SPDX-License-Identifier: Apache-2.0
// Whether tasks do what they declare, found by running each of them once on private data (in every
// kind of build).
#pragma once
#include <cardon/services/program.hpp>
#include <cardon/thorn/error.hpp>
#include <vector>

namespace cardon {

/// What the probe found.
struct StencilProbe {
  /// A read beyond the declared stencil (schedule/stencil), a field or scalar that is not declared
  /// or a field that is read though only its write is declared (schedule/undeclared), a write away
  /// from the point (schedule/write-offset), a result that differs between two equal calls
  /// (schedule/impure) or between copies of a point (schedule/storage-index), a right-hand side,
  /// next level or initial value that is declared and not written (schedule/unwritten), a scalar
  /// that is declared and not set (schedule/scalar-not-set), and any Error that a task throws.
  std::vector<Problem> problems;
  /// Declared and never used (schedule/unused), a declared stencil larger than needed
  /// (schedule/wide-stencil), another declared write that does not happen (schedule/unwritten), a
  /// result that depends on the number of a point (schedule/index).
  std::vector<Problem> warnings;
};

/// Runs every compute task of `program` at three points of the grid and looks which values its
/// result depends on. Kokkos must be initialised. What a task throws besides Error passes through.
StencilProbe probe_stencils(const Program& program, const ParameterSet& parameters);
/// The same for one compute task.
StencilProbe probe_task(const Program& program, const ParameterSet& parameters, const Task& task);

}  // namespace cardon
