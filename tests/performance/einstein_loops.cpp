// SPDX-License-Identifier: Apache-2.0
#include "einstein_loops.hpp"

#include <algorithm>
#include <cstring>

namespace cardon::performance {
namespace {

constexpr int ghosts = 3;
constexpr std::ptrdiff_t line = 8;       // values in a cache line
constexpr std::ptrdiff_t page = 512;     // values in a page
constexpr std::ptrdiff_t stagger = 168;  // between page offsets of successive arrays

std::ptrdiff_t off_page(std::ptrdiff_t values) {
  return values % page == 0 ? values + line : values;
}

}  // namespace

EinsteinLoops::EinsteinLoops(int points, double inverse_spacing, double dissipation,
                             double kappa1) {
  EinsteinArrays& a = arrays_;
  a.n = points;
  a.inverse_spacing = inverse_spacing;
  a.dissipation = dissipation;
  a.kappa1 = kappa1;
  a.sy = off_page((points + line - 1) / line * line + 2 * line);
  a.sz = off_page(a.sy * (points + 2 * ghosts));
  const std::ptrdiff_t total = a.sz * (points + 2 * ghosts),
                       each = (total + page - 1) / page * page + stagger;
  memory_ =
      std::make_unique<PageMemory>(std::size_t(2 * einstein_variables * each) * sizeof(double));
  double* const values = reinterpret_cast<double*>(memory_->data());
  std::fill_n(values, 2 * einstein_variables * each, 0.0);
  for (int q = 0; q < einstein_variables; ++q) {
    a.u[q] = values + q * each + ghosts * (a.sz + a.sy) + line;
    a.du[q] = a.u[q] + einstein_variables * each;
  }
}

void EinsteinLoops::take(int variable, const FieldPiece& from) {
  const EinsteinArrays& a = arrays_;
  const auto wrap = [n = a.n](int i) { return (i + n) % n; };
  for (int k = -ghosts; k < a.n + ghosts; ++k)
    for (int j = -ghosts; j < a.n + ghosts; ++j) {
      double* const row = a.u[variable] + k * a.sz + j * a.sy;
      const Real* const source =
          from.row(wrap(j) + from.box.lo[1], wrap(k) + from.box.lo[2]) + from.box.lo[0];
      for (int i = -ghosts; i < a.n + ghosts; ++i) row[i] = source[wrap(i)];
    }
}

bool EinsteinLoops::equals(int variable, const FieldPiece& rate) const {
  const EinsteinArrays& a = arrays_;
  for (int k = 0; k < a.n; ++k)
    for (int j = 0; j < a.n; ++j)
      if (std::memcmp(a.du[variable] + k * a.sz + j * a.sy,
                      rate.row(j + rate.box.lo[1], k + rate.box.lo[2]) + rate.box.lo[0],
                      std::size_t(a.n) * sizeof(double)) != 0)
        return false;
  return true;
}

}  // namespace cardon::performance
