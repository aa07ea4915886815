// SPDX-License-Identifier: Apache-2.0
// The right-hand sides: differences of the fluxes through the faces of a cell, for each scheme.
#include "declarations.hpp"
#include "flux_sweep.hpp"

namespace euler {

using namespace cardon;

namespace {

template <class Solver, class Reconstruction>
void rates(Points points, const FluxSweeps<Reconstruction, Solver>& sweeps) {
  for (const Piece& piece : points.pieces()) sweeps(piece);
}

// Operations per direction, as `cardon check --operations` counts them: 103 (HLLC) or 136 (HLL) for
// primitive variables, a flux and the differences, and those of the reconstruction.

/// The right-hand sides with one Riemann solver.
template <class Solver>
class Schemes {
 public:
  Schemes(ThornBuilder& thorn, std::string_view solver, double flops)
      : thorn_(&thorn), solver_(solver), flops_(flops) {
    add<Constant>("constant", "constant", 0);
    add_linear<LimitedSlope>("minmod", "minmod", 55);
    add_linear<LimitedSlope>("mc", "mc", 55);
    add<CharacteristicLinear<LimitedSlope>>("mc_characteristic", "linear", 78)
        .when(limiter, "mc_characteristic");
    add_linear<HarmonicSlope>("van_leer", "van_leer", 45);
    add_linear<CentredSlope>("centred", "none", 35);
    add<Parabolic>("ppm", "ppm", 349);
  }

 private:
  template <class Reconstruction>
  TaskBuilder add(const std::string& name, std::string_view kind, double flops) {
    return thorn_->at<rates<Solver, Reconstruction>>(EvolveRhs, "rhs_" + name + "_" + solver_)
        .flops(0, flops_ + flops)
        .when(riemann, solver_)
        .when(reconstruction, kind);
  }
  template <class Slope>
  void add_linear(const std::string& name, std::string_view slope, double flops) {
    add<Linear<Slope>>(name, "linear", flops).when(limiter, slope);
  }

  ThornBuilder* thorn_;
  std::string solver_;
  double flops_;
};

}  // namespace

void declare_rhs(ThornBuilder& thorn) {
  Schemes<Hllc>(thorn, "hllc", 103);
  Schemes<Hll>(thorn, "hll", 136);
}

}  // namespace euler
