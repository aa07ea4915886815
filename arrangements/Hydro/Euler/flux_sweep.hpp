// SPDX-License-Identifier: Apache-2.0
// Rates of change of the cells of a box. Each flux is computed once: what neighbouring cells share
// is kept in short rows along x, which stay in cache. The loops along them are vectorised.
#pragma once
#include <utility>

#include "cells.hpp"
#include "flux_row.hpp"

namespace euler {

/// Rates of change by the fluxes along one direction.
template <class Reconstruction, class Solver>
class FluxSweep {
 public:
  static constexpr int reach = Reconstruction::radius + 1;

  FluxSweep(const Averages<reach>& from, const RateFields& to, const Reconstruction& edges,
            const cardon::GridView& grid, int direction)
      : cells_(from, direction),
        rates_(to, direction),
        per_h_(direction < grid.dimensions ? 1 / grid.spacing[direction] : 0),
        gamma_(from.gamma),
        edges_(edges),
        direction_(direction) {}

  /// Direction x: sets the rates of n cells from p on.
  void along_row(const Point& p, int n) const {
    FluxRow states, lower, upper, fluxes;
    const FluxSweep own = *this;  // a local copy keeps its members in registers
#pragma GCC ivdep
    for (int i = 0; i < n + 2 * radius + 2; ++i) states.set(i, own.cells_(at(p, i), -radius - 1));
    own.edges_along(states, n + 2, lower, upper, Window{});
#pragma GCC ivdep
    for (int i = 0; i < n + 1; ++i)
      fluxes.set(i, Solver{}(upper.state(i), lower.state(i + 1), own.gamma_));
#pragma GCC ivdep
    for (int i = 0; i < n; ++i)
      own.rates_.template add<true>(at(p, i), own.per_h_, fluxes.flux(i), fluxes.flux(i + 1));
  }

  /// Directions y and z: adds to the rates of n cells from p on and of those beside them along the
  /// direction, `rows` rows in all.
  void across_rows(const Point& p, int n, int rows) const {
    Kept kept;
    for (int m = 0; m < 2 * radius; ++m) {
      kept.states[m] = &kept.memory[m];
      for (int i = 0; i < n; ++i) kept.memory[m].set(i, cells_(at(p, i), m - radius - 1));
    }
    next_row<Step::edges>(kept, beside(p, -2), n, Earlier{});
    next_row<Step::flux>(kept, beside(p, -1), n, Earlier{});
    for (int m = 0; m < rows; ++m) next_row<Step::rates>(kept, beside(p, m), n, Earlier{});
  }

 private:
  static constexpr int radius = Reconstruction::radius;
  static_assert(FluxRow::length + 2 * radius + 2 <= FluxRow::capacity);
  using Window = std::make_integer_sequence<int, 2 * radius + 1>;
  using Earlier = std::make_integer_sequence<int, 2 * radius>;
  /// What is computed when a row comes in: each step includes those before it.
  enum class Step { edges, flux, rates };

  /// What is passed on from row to row.
  struct Kept {
    FluxRow memory[2 * radius + 1];
    FluxRow* states[2 * radius + 1];  ///< of the last rows, the oldest one first
    FluxRow upper;                    ///< states at the upper faces of the row that `fluxes` enter
    FluxRow fluxes;
  };

  KOKKOS_FORCEINLINE_FUNCTION static Point at(const Point& p, int i) {
    return {p.a + i, p.b, p.c, p.frame};
  }
  Point beside(const Point& p, int m) const {
    return {p.a, p.b + (direction_ == 1 ? m : 0), p.c + (direction_ == 2 ? m : 0), p.frame};
  }

  template <int... q>
  void edges_along(const FluxRow& states, int n, FluxRow& lower, FluxRow& upper,
                   std::integer_sequence<int, q...>) const {
#pragma GCC ivdep
    for (int i = 0; i < n; ++i) {
      const Primitive w[] = {states.state(i + q)...};
      const Edges edges = edges_(w + radius);
      lower.set(i, edges.lower);
      upper.set(i, edges.upper);
    }
  }

  /// Takes the row radius + 1 above p, which gives the states at the faces of the row above p, the
  /// fluxes between both, and the rates of the row p.
  template <Step step, int... q>
  void next_row(Kept& kept, const Point& p, int n, std::integer_sequence<int, q...>) const {
    const FluxSweep own = *this;
    FluxRow* const states[] = {kept.states[q]..., nullptr};
#pragma GCC ivdep
    for (int i = 0; i < n; ++i) {
      const Primitive w[] = {states[q]->state(i)..., own.cells_(at(p, i), radius + 1)};
      if constexpr (radius > 0) states[0]->set(i, w[2 * radius]);
      const Edges edges = own.edges_(w + radius);
      const Primitive below = kept.upper.state(i);
      kept.upper.set(i, edges.upper);
      if constexpr (step == Step::edges) continue;
      const Flux flux = Solver{}(below, edges.lower, own.gamma_), lower = kept.fluxes.flux(i);
      kept.fluxes.set(i, flux);
      if constexpr (step == Step::flux) continue;
      own.rates_.template add<false>(at(p, i), own.per_h_, lower, flux);
    }
    for (int m = 0; m < 2 * radius; ++m)
      kept.states[m] = m + 1 < 2 * radius ? states[m + 1] : states[0];
  }

  Cells cells_;
  Rates rates_;
  Real per_h_, gamma_;
  Reconstruction edges_;
  int direction_;
};

/// Rates of change of all cells of a box.
template <class Reconstruction, class Solver>
class FluxSweeps {
 public:
  using Sweep = FluxSweep<Reconstruction, Solver>;

  static FluxSweeps prepare(const Averages<Sweep::reach>& from, const RateFields& to,
                            const Reconstruction& edges, cardon::GridView grid) {
    const auto along = [&](int direction) { return Sweep(from, to, edges, grid, direction); };
    return {along(0), along(1), along(2), grid.dimensions};
  }

  void operator()(const cardon::Piece& piece) const {
    const int n = piece.box.extent(0), parts = (n + FluxRow::length - 1) / FluxRow::length;
    for (int m = 0; m < parts; ++m) {
      cardon::Box part = piece.box;
      part.lo[0] += int(long(n) * m / parts);
      part.hi[0] = piece.box.lo[0] + int(long(n) * (m + 1) / parts);
      sweep(part, piece.frame);
    }
  }

 private:
  void sweep(const cardon::Box& box, const cardon::Frame& frame) const {
    const int n = box.extent(0);
    for (int k = box.lo[2]; k < box.hi[2]; ++k) {
      for (int j = box.lo[1]; j < box.hi[1]; ++j) x_.along_row({box.lo[0], j, k, &frame}, n);
      if (dimensions_ > 1) y_.across_rows({box.lo[0], box.lo[1], k, &frame}, n, box.extent(1));
    }
    if (dimensions_ < 3) return;
    for (int j = box.lo[1]; j < box.hi[1]; ++j)
      z_.across_rows({box.lo[0], j, box.lo[2], &frame}, n, box.extent(2));
  }

  FluxSweeps(const Sweep& x, const Sweep& y, const Sweep& z, int dimensions)
      : x_(x), y_(y), z_(z), dimensions_(dimensions) {}

  Sweep x_, y_, z_;
  int dimensions_;
};

}  // namespace euler
