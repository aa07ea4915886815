// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/page_memory.hpp>
#include <cardon/services/snapshot.hpp>
#include <memory>
#include <vector>

namespace cardon::performance {

inline constexpr int einstein_variables = 25;

/// Addresses of the first point of all variables and of their time derivatives, in the order of
/// EinsteinVacuum, in a periodic cube of n^3 points with images.
struct EinsteinArrays {
  double* u[einstein_variables];
  double* du[einstein_variables];
  std::ptrdiff_t sy = 0, sz = 0;
  int n = 0;
  double inverse_spacing = 0, dissipation = 0, kappa1 = 0;
};

/// The right-hand side at all points: the expressions of EinsteinVacuum of order 4, with its gauge
/// and formulation when nothing is said and with dissipation, row by row.
void einstein_sweep(const EinsteinArrays& arrays);
/// The same code, compiled with contraction of products and sums.
void einstein_sweep_contracted(const EinsteinArrays& arrays);

/// Plain arrays for the right-hand sides, in huge pages with padded rows.
class EinsteinLoops {
 public:
  EinsteinLoops(int points, double inverse_spacing, double dissipation, double kappa1);
  /// Copies a variable and makes its images.
  void take(int variable, const FieldPiece& from);
  const EinsteinArrays& arrays() const { return arrays_; }
  /// Whether a time derivative has the same values, to the bit.
  bool equals(int variable, const FieldPiece& rate) const;

 private:
  EinsteinArrays arrays_;
  std::unique_ptr<PageMemory> memory_;
};

}  // namespace cardon::performance
