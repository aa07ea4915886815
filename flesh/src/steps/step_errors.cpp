// SPDX-License-Identifier: Apache-2.0
#include "steps/step_errors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cardon {

void StepErrors::begin() {
  largest_ = 0;
  for (const ErrorEstimate& e : program_.scalar_estimates)
    add(scalars_.latest(e.estimate), scalars_.latest(e.value));
}

void StepErrors::add(Real estimate, Real value) {
  const Real size = std::abs(estimate) / (rule_.absolute + rule_.tolerance * std::abs(value));
  if (size <= largest_) return;
  largest_ = std::isnan(size) ? std::numeric_limits<Real>::infinity() : size;
}

void StepErrors::look_at(const FieldAccess::BlockView& block) {
  for (const ErrorEstimate& e : program_.estimates) {
    const FieldPiece value = block(e.value), estimate = block(e.estimate);
    const Box box = intersect(value.box, points_of(program_.grid, e.region));
    for (int k = box.lo[2]; k < box.hi[2]; ++k)
      for (int j = box.lo[1]; j < box.hi[1]; ++j)
        for (int i = box.lo[0]; i < box.hi[0]; ++i) add(estimate.row(j, k)[i], value.row(j, k)[i]);
  }
}

Real StepErrors::longest_step(const StepRule& rule, Real dt, Real largest) {
  const Real factor = std::pow(largest, -1 / Real(rule.estimate_order + 1));
  return dt * std::clamp(factor, 1 / max_growth, max_growth);
}

}  // namespace cardon
