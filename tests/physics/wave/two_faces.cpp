// SPDX-License-Identifier: Apache-2.0
// For tests: the same wave equation twice, with outer faces that let waves out, and with those that
// also let a rate that is no wave's fall off as 1 / r^3, as that of a field like 1 / r^2 at rest
// does. A pulse leaves, or a dipole is held in place.
#include <cardon/thorn.hpp>

using namespace cardon;

constexpr Parameter initial{"initial", "pulse", "What is at the start", one_of("pulse", "dipole")};
constexpr Field phi{"phi", "Wave, at faces all is a wave"};
constexpr Field pi{"pi", "Its time derivative"};
constexpr Field chi{"chi", "The same wave, at faces with decay"};
constexpr Field psi{"psi", "Its time derivative"};
constexpr Scalar phi_error{"phi_error", "Largest error of phi", Reduce::linf};
constexpr Scalar chi_error{"chi_error", "Largest error of chi", Reduce::linf};
constexpr Real core2 = 0.09;  // squared size of the dipole

/// Potential of a dipole along x with a soft core, which is at rest under source(x, r2).
static Real dipole(Real x, Real r2) { return x * pow(r2 + core2, -1.5); }
static Real source(Real x, Real r2) { return 15 * core2 * x * pow(r2 + core2, -3.5); }

static void start(Block& block) {
  auto u = block.write(phi), v = block.write(pi), w = block.write(chi), z = block.write(psi);
  const bool pulse = block[initial] == "pulse";
  block.for_each(
      "start", KOKKOS_LAMBDA(const Point& p) {
        u(p) = w(p) = pulse ? exp(-p.r2() / 0.04) : dipole(p.x(), p.r2());
        v(p) = z(p) = 0;
      });
}

template <class Reader, class Writer>
static void evolve(Block& block, Reader u, Reader v, Writer du, Writer dv) {
  const bool held = block[initial] == "dipole";
  block.for_each(
      "evolve", KOKKOS_LAMBDA(const Point& p) {
        du(p) = v(p);
        dv(p) = laplacian(u, p) + (held ? source(p.x(), p.r2()) : 0);
      });
}

static void rates(Block& block) {
  evolve(block, block.read(phi), block.read(pi), block.write(rhs(phi)), block.write(rhs(pi)));
  evolve(block, block.read(chi), block.read(psi), block.write(rhs(chi)), block.write(rhs(psi)));
}

static void errors(Block& block) {
  auto u = block.read(phi), w = block.read(chi);
  const bool held = block[initial] == "dipole";
  const auto exact = [=](const Point& p) { return held ? dipole(p.x(), p.r2()) : 0; };
  block.reduce(phi_error, [=](const Point& p) { return u(p) - exact(p); });
  block.reduce(chi_error, [=](const Point& p) { return w(p) - exact(p); });
}

static Real step(const Block& block) { return block.spacing(0); }

CARDON_THORN(TwoFaces) {
  thorn.summary("A wave equation with two kinds of radiative faces");
  thorn.parameters(initial);
  thorn.evolves(phi, pi, chi, psi);
  thorn.scalars(phi_error, chi_error);
  thorn.limits_step("step", step);
  for (const FieldRef& field : {FieldRef(phi), FieldRef(pi)}) thorn.radiates(field, 1);
  for (const FieldRef& field : {FieldRef(chi), FieldRef(psi)}) thorn.radiates(field, 1, 0, 3);
  thorn.at(Initial, "start", start).writes(phi, pi, chi, psi);
  thorn.at(EvolveRhs, "rates", rates)
      .reads(phi, chi, stencil(1))
      .reads(pi, psi)
      .writes(rhs(phi), rhs(pi), rhs(chi), rhs(psi));
  thorn.at(Analysis, "errors", errors).reads(phi, chi).reduces(phi_error, chi_error);
}
