// SPDX-License-Identifier: Apache-2.0
// A wave whose source is a dipole that is held, or swings:
// d/dt phi = pi,  d/dt pi = c^2 (laplacian(phi) + m(t) shape). Its field at rest falls off as
// 1 / r^2, not as a wave does: at radiative faces it leaves a rate that falls off as 1 / r^3.
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter speed{"speed", 1.0, "Wave speed c", positive, unit("m/s")};
constexpr Parameter moment{"moment", Vec3{0, 0, 1}, "Dipole moment p at the start"};
constexpr Parameter center{"center", Vec3{0, 0, 0}, "Place of the dipole", unit("m")};
constexpr Parameter width{"width", 0.2, "Size s of its charges exp(-r^2/s^2)", positive, unit("m")};
constexpr Parameter swing{"swing", 0.0, "The moment is p (1 + swing (1 - cos(frequency t)) / 2)"};
constexpr Parameter frequency{"frequency", 6.0, "Angular frequency of the moment", unit("1/s")};

constexpr Field phi{"phi", "Scalar field"};
constexpr Field pi{"pi", "Time derivative of phi"};
constexpr Field shape{"shape", "Density of the charges at the start"};
constexpr Derived error{"error", "phi minus the field of the dipole at rest"};

/// The field of the dipole at rest, p . r g(r), with g(r) = (erf(u) - 2 u exp(-u^2) / sqrt(pi)) /
/// (4 pi r^3), u = r / s.
class FieldAtRest {
 public:
  explicit FieldAtRest(const Block& block)
      : p_(block[moment]), center_(block[center]), s_(block[width]) {}
  Real operator()(const Point& p) const {
    const Real r = sqrt(p.r2(center_)), u = r / s_;
    const Real g = u < 0.02 ? 4 / (3 * s_ * s_ * s_) * (1 - 0.6 * u * u)
                            : (sqrt(pi_number) * erf(u) - 2 * u * exp(-u * u)) / (r * r * r);
    return along(p) * g / (4 * pow(pi_number, 1.5));
  }
  /// The density of the charges, -p . grad of a Gaussian with integral 1.
  Real density(const Point& p) const {
    const Real s2 = s_ * s_;
    return 2 / s2 * along(p) * exp(-p.r2(center_) / s2) / (pow(pi_number, 1.5) * s2 * s_);
  }

 private:
  Real along(const Point& p) const {
    return (p_.x * (p.x() - center_.x) + p_.y * (p.y() - center_.y)) + p_.z * (p.z() - center_.z);
  }
  Vec3 p_, center_;
  Real s_;
};

static void set_at_rest(Block& block) {
  auto u = block.write(phi), v = block.write(pi), rho = block.write(shape);
  const FieldAtRest field(block);
  block.for_each("at_rest", [=](const Point& p) {
    u(p) = field(p);
    v(p) = 0;
    rho(p) = field.density(p);
  });
}

static void phi_rhs(Block& block) {
  auto v = block.read(pi);
  auto du = block.write(rhs(phi));
  block.for_each(
      "phi_rhs", KOKKOS_LAMBDA(const Point& p) { du(p) = v(p); });
}

static void pi_rhs(Block& block) {
  auto u = block.read(phi), rho = block.read(shape);
  auto dv = block.write(rhs(pi));
  const Real c2 = block[speed] * block[speed];
  const Real now = 1 + block[swing] * (1 - cos(block[frequency] * block.time())) / 2;
  block.for_each(
      "pi_rhs", KOKKOS_LAMBDA(const Point& p) { dv(p) = c2 * (laplacian(u, p) + now * rho(p)); });
}

static void compare(Block& block) {
  auto u = block.read(phi);
  auto e = block.write(error);
  const FieldAtRest field(block);
  block.for_each("error", [=](const Point& p) { e(p) = u(p) - field(p); });
}

static Real courant_limit(const Block& block) {
  if (block.dimensions() < 3)
    refuse(block, moment, "dipole/grid", "a dipole needs a grid of three directions",
           "give grid.points three numbers");
  Real h = block.spacing(0);
  for (int d = 1; d < block.dimensions(); ++d) h = block.spacing(d) < h ? block.spacing(d) : h;
  return h / block[speed];
}

CARDON_THORN(Dipole) {
  thorn.summary("A wave whose source is a dipole, with faces that know how its field falls off");
  thorn.cites("M. Alcubierre et al., Phys. Rev. D 67, 084023, 2003");
  thorn.parameters(speed, moment, center, width, swing, frequency);
  thorn.evolves(phi, pi);
  thorn.auxiliary(shape.no_boundary());
  thorn.derives(error.no_boundary());
  thorn.limits_step("courant", courant_limit);
  thorn.radiates(phi, speed, 0, 3);
  thorn.radiates(pi, speed, 0, 3);
  thorn.at(Initial, "at_rest", set_at_rest).writes(phi, pi, shape);
  thorn.at(EvolveRhs, "phi_rhs", phi_rhs).reads(pi).writes(rhs(phi));
  thorn.at(EvolveRhs, "pi_rhs", pi_rhs)
      .reads(phi, stencil(1))
      .reads(shape)
      .writes(rhs(pi))
      .flops(15);
  thorn.at(Analysis, "error", compare).reads(phi).writes(error);
}
