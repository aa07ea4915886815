// SPDX-License-Identifier: Apache-2.0
// The right-hand sides: differences of the fluxes through the faces of a cell.
#include <array>
#include <utility>

#include "declarations.hpp"
#include "riemann_solvers.hpp"

namespace euler {

using namespace cardon;

namespace {

/// The averages in cells along one direction, as primitive variables.
class Cells {
 public:
  Cells(const Block& block, int direction)
      : density_(block.read(density)),
        energy_(block.read(energy)),
        gamma_1_(block[heat_ratio] - 1),
        floor_(block[pressure_floor]) {
    const auto m = block.read_components(momentum);
    for (int n = 0; n < 3; ++n) {
      momentum_[n] = m[(direction + n) % 3];
      step_[n] = n == direction ? 1 : 0;
    }
  }

  /// The cell n cells above p.
  KOKKOS_FORCEINLINE_FUNCTION Primitive operator()(const Point& p, int n) const {
    const int a = n * step_[0], b = n * step_[1], c = n * step_[2];
    const Real rho = density_(p, a, b, c), per_rho = 1 / rho;
    const Real m0 = momentum_[0](p, a, b, c), m1 = momentum_[1](p, a, b, c);
    const Real m2 = momentum_[2](p, a, b, c);
    const Real kinetic = 0.5 * per_rho * ((m0 * m0 + m1 * m1) + m2 * m2);
    const Real pressure = gamma_1_ * (energy_(p, a, b, c) - kinetic);
    return {rho, per_rho * m0, per_rho * m1, per_rho * m2, pressure < floor_ ? floor_ : pressure};
  }

 private:
  FieldReader density_, momentum_[3], energy_;
  Real gamma_1_, floor_;
  int step_[3];
};

/// Where the rates of change go, momentum as in Cells.
class Rates {
 public:
  Rates(const Block& block, int direction)
      : density_(block.write(rhs(density))), energy_(block.write(rhs(energy))) {
    const auto m = block.write_components(momentum, FieldRef::rhs_level);
    for (int n = 0; n < 3; ++n) momentum_[n] = m[(direction + n) % 3];
  }

  KOKKOS_FORCEINLINE_FUNCTION void clear(const Point& p) const {
    density_(p) = energy_(p) = 0;
    momentum_[0](p) = momentum_[1](p) = momentum_[2](p) = 0;
  }

  /// What flows in through the lower face less what flows out through the upper one, per h.
  KOKKOS_FORCEINLINE_FUNCTION void add(const Point& p, Real per_h, const Flux& lower,
                                       const Flux& upper) const {
    density_(p) += per_h * (lower.mass - upper.mass);
    momentum_[0](p) += per_h * (lower.normal - upper.normal);
    momentum_[1](p) += per_h * (lower.first - upper.first);
    momentum_[2](p) += per_h * (lower.second - upper.second);
    energy_(p) += per_h * (lower.energy - upper.energy);
  }

 private:
  FieldWriter density_, momentum_[3], energy_;
};

/// Adds the net flux into the cell p, with the cells numbered n away from it. Both cells at a face
/// compute its flux from the same averages in the same way, so that what one loses the other gains.
template <class Reconstruction, class Solver>
struct Exchange {
  Cells cells;
  Rates rates;
  Real per_h, gamma;
  Reconstruction edges;

  template <int... n>
  KOKKOS_FORCEINLINE_FUNCTION void add(const Point& p, std::integer_sequence<int, n...>) const {
    constexpr int r = Reconstruction::radius;
    const Primitive w[] = {cells(p, n - r - 1)...};
    const Edges below = edges(w + r), here = edges(w + r + 1), above = edges(w + r + 2);
    const Flux lower = Solver{}(below.upper, here.lower, gamma);
    const Flux upper = Solver{}(here.upper, above.lower, gamma);
    rates.add(p, per_h, lower, upper);
  }
  KOKKOS_FORCEINLINE_FUNCTION void operator()(const Point& p) const {
    add(p, std::make_integer_sequence<int, 2 * Reconstruction::radius + 3>{});
  }
};

template <class Solver, class Reconstruction>
void compute_rates(const Block& block, const Reconstruction& edges) {
  const Rates all(block, 0);
  block.for_each(
      "clear", KOKKOS_LAMBDA(const Point& p) { all.clear(p); });
  for (int d = 0; d < block.dimensions(); ++d) {
    const Real per_h = 1 / block.spacing(d), gamma = block[heat_ratio];
    block.for_each("fluxes", Exchange<Reconstruction, Solver>{Cells(block, d), Rates(block, d),
                                                              per_h, gamma, edges});
  }
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

// Operations per direction: 26 for the speeds of waves, then 40 (HLLC) or 70 (HLL) for the flux, 15
// for the differences, and those of the reconstruction; 13 for primitive variables once.
template <class Solver>
void declare_solver(ThornBuilder& thorn, std::string_view solver, double flops,
                    const std::array<std::string_view, 7>& names) {
  const Scheme schemes[] = {
      {names[0], rhs_constant<Solver>, "constant", "", 1, 0},
      {names[1], rhs_limited<Solver>, "linear", "minmod", 2, 40},
      {names[2], rhs_limited<Solver>, "linear", "mc", 2, 40},
      {names[3], rhs_characteristic<Solver>, "linear", "mc_characteristic", 2, 70},
      {names[4], rhs_harmonic<Solver>, "linear", "van_leer", 2, 40},
      {names[5], rhs_centred<Solver>, "linear", "none", 2, 30},
      {names[6], rhs_parabolic<Solver>, "ppm", "", 3, 270},
  };
  for (const Scheme& s : schemes) {
    TaskBuilder task = thorn.at(EvolveRhs, s.name, s.function);
    task.reads(density, momentum, energy, stencil(s.radius))
        .writes(rhs(density), rhs(momentum), rhs(energy))
        .flops(13, flops + s.flops)
        .when(riemann, solver)
        .when(reconstruction, s.reconstruction);
    if (!s.limiter.empty()) task.when(limiter, s.limiter);
  }
}

}  // namespace

void declare_rhs(ThornBuilder& thorn) {
  declare_solver<Hllc>(
      thorn, "hllc", 81,
      {"rhs_constant_hllc", "rhs_minmod_hllc", "rhs_mc_hllc", "rhs_mc_characteristic_hllc",
       "rhs_van_leer_hllc", "rhs_centred_hllc", "rhs_ppm_hllc"});
  declare_solver<Hll>(
      thorn, "hll", 111,
      {"rhs_constant_hll", "rhs_minmod_hll", "rhs_mc_hll", "rhs_mc_characteristic_hll",
       "rhs_van_leer_hll", "rhs_centred_hll", "rhs_ppm_hll"});
}

}  // namespace euler
