// SPDX-License-Identifier: Apache-2.0
// The right-hand sides: differences of the fluxes through the faces of a cell, for each scheme.
#include <array>

#include "declarations.hpp"
#include "flux_sweep.hpp"

namespace euler {

using namespace cardon;

namespace {

template <class Solver, class Reconstruction>
void compute_rates(const Block& block, const Reconstruction& edges) {
  const FluxSweeps<Reconstruction, Solver> sweeps(block, edges);
  for (const Piece& piece : block.context().pieces) sweeps(piece);
}

template <class Solver>
void rhs_constant(Block& block) {
  compute_rates<Solver>(block, Constant{});
}

template <class Solver>
void rhs_limited(Block& block) {
  const Real theta = block[limiter] == "minmod" ? 1 : 2;
  compute_rates<Solver>(block, Linear<LimitedSlope>{{theta}});
}

template <class Solver>
void rhs_characteristic(Block& block) {
  compute_rates<Solver>(block, CharacteristicLinear<LimitedSlope>{{2}, block[heat_ratio]});
}

template <class Solver>
void rhs_harmonic(Block& block) {
  compute_rates<Solver>(block, Linear<HarmonicSlope>{});
}

template <class Solver>
void rhs_centred(Block& block) {
  compute_rates<Solver>(block, Linear<CentredSlope>{});
}

template <class Solver>
void rhs_parabolic(Block& block) {
  compute_rates<Solver>(block, Parabolic{});
}

/// A right-hand side and the parameters that choose it; flops for one direction.
struct Scheme {
  std::string_view name;
  TaskFunction function;
  std::string_view reconstruction, limiter;  // no limiter: any
  int radius;
  double flops;
};

// Operations per direction, as `cardon check --operations` counts them: 103 (HLLC) or 136 (HLL) for
// primitive variables, a flux and the differences, and those of the reconstruction.
template <class Solver>
void declare_solver(ThornBuilder& thorn, std::string_view solver, double flops,
                    const std::array<std::string_view, 7>& names) {
  const Scheme schemes[] = {
      {names[0], rhs_constant<Solver>, "constant", "", 1, 0},
      {names[1], rhs_limited<Solver>, "linear", "minmod", 2, 55},
      {names[2], rhs_limited<Solver>, "linear", "mc", 2, 55},
      {names[3], rhs_characteristic<Solver>, "linear", "mc_characteristic", 2, 78},
      {names[4], rhs_harmonic<Solver>, "linear", "van_leer", 2, 45},
      {names[5], rhs_centred<Solver>, "linear", "none", 2, 35},
      {names[6], rhs_parabolic<Solver>, "ppm", "", 3, 349},
  };
  for (const Scheme& s : schemes) {
    TaskBuilder task = thorn.at(EvolveRhs, s.name, s.function);
    task.reads(density, momentum, energy, stencil(s.radius))
        .writes(rhs(density), rhs(momentum), rhs(energy))
        .flops(0, flops + s.flops)
        .when(riemann, solver)
        .when(reconstruction, s.reconstruction);
    if (!s.limiter.empty()) task.when(limiter, s.limiter);
  }
}

}  // namespace

void declare_rhs(ThornBuilder& thorn) {
  declare_solver<Hllc>(
      thorn, "hllc", 103,
      {"rhs_constant_hllc", "rhs_minmod_hllc", "rhs_mc_hllc", "rhs_mc_characteristic_hllc",
       "rhs_van_leer_hllc", "rhs_centred_hllc", "rhs_ppm_hllc"});
  declare_solver<Hll>(
      thorn, "hll", 136,
      {"rhs_constant_hll", "rhs_minmod_hll", "rhs_mc_hll", "rhs_mc_characteristic_hll",
       "rhs_van_leer_hll", "rhs_centred_hll", "rhs_ppm_hll"});
}

}  // namespace euler
