// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// Analytic model of the heuristic variant of SBN (D. J. Harvey's dissertation, section 3.3.4) for
/// queue lengths that are Poisson distributed. Ranks: 2^dimension.
struct SbnSearchModel {
  int dimension = 5;
  double mean = 1;  ///< SysLL
  int stop = 0;     ///< queue length from which on a search ends; 0: it never does (basic variant)

  /// Jobs that come back to the rank that started.
  double expected_jobs() const;
  /// Ranks that are visited.
  double expected_ranks() const;
};

}  // namespace cardon
