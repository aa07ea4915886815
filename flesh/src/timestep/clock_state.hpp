// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/types.hpp>
#include <optional>
#include <vector>

namespace cardon {

/// Steps of one length are counted from the end of this one on.
struct StepAnchor {
  long iteration = 0;  ///< that the step ends
  Real time = 0;       ///< s
  /// Whether iteration and time are the same, to the bit.
  bool operator==(const StepAnchor&) const = default;
};

/// Where a run with adaptive steps stands: all that decides about its further steps. Goes into
/// checkpoints.
struct ClockState {
  /// An evaluation of the limits that does not govern yet.
  struct Pending {
    long iteration = 0;         ///< of the fields that were looked at
    Real longest = 0;           ///< s; of the steps that are taken before it governs
    std::optional<Real> limit;  ///< s; the longest step allowed there, once the ranks agreed on it
    /// Whether all members are the same, to the bit.
    bool operator==(const Pending&) const = default;
  };
  long iteration = 0;              ///< steps finished
  Real time = 0;                   ///< s
  Real dt = 0;                     ///< s; of the step that led here
  Real next = 0;                   ///< s; of the next step, where no time has to be hit
  Real target = 0;                 ///< s; what `next` grows to
  long evaluated = 0;              ///< iteration of the last evaluation that was due
  long interval = 0;               ///< to the next one; 0: the shortest, none has been confirmed
  long rejected = 0;               ///< steps so far: the earlier a verdict is read, the fewer
  long rejections = 0;             ///< verdicts so far that steps were, or would be, too long
  long repeats = 0;                ///< by errors: rejections in a row, up to now
  std::optional<Pending> pending;  ///< evaluations that are under way, if any
  std::vector<Real> recent;  ///< s; by errors: longest steps of the last evaluations, newest first
  /// By errors: those of steps that were accepted by the last evaluations, in units of the
  /// tolerance, newest first.
  std::vector<Real> errors;
  Real caution = 1;  ///< by errors: factor of the steps aimed at; less than 1 after rejections
  /// Whether all members are the same, to the bit.
  bool operator==(const ClockState&) const = default;
};

}  // namespace cardon
