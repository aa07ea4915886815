// SPDX-License-Identifier: Apache-2.0
// A wave and a driven oscillator that feed each other (H. Lamb, Proc. Lond. Math. Soc. s1-32,
// 208-211, 1900). With the shape rho of the oscillator, whose integral is 1:
//   d/dt phi = pi,  d/dt pi = c^2 laplacian(phi) + g rho v
//   d/dt q = v,     d/dt v = -w^2 q - 2 gamma v + (F - g R) / m,   R = integral of rho pi
// The energy of both, less the work of force and damping, is constant.
#include <algorithm>
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter speed{"speed", 1.0, "Wave speed c", positive, unit("m/s")};
constexpr Parameter center{"center", Vec3{0.5, 0.5, 0.5}, "Place of the oscillator", unit("m")};
constexpr Parameter width{"width", 0.1, "Width s of its shape exp(-r^2/s^2)", positive, unit("m")};
constexpr Parameter mass{"mass", 1.0, "Mass m of the oscillator", positive};
constexpr Parameter frequency{"frequency", 6.0, "Angular frequency w of the free oscillator",
                              non_negative, unit("1/s")};
constexpr Parameter damping{"damping", 0.0, "Damping rate gamma", non_negative, unit("1/s")};
constexpr Parameter coupling{"coupling", 1.0, "Coupling g of wave and oscillator"};
constexpr Parameter feels_wave{"feels_wave", true,
                               "The wave acts on the oscillator; costs a wait in each stage"};
constexpr Parameter force{"force", 0.0,
                          "Amplitude of the force F = force * sin(force_frequency t)"};
constexpr Parameter force_frequency{"force_frequency", 6.0, "Angular frequency of the force",
                                    unit("1/s")};
constexpr Parameter start{"start", 1.0, "Displacement q at the start; the rest is at rest"};

constexpr Field phi{"phi", "Scalar field"};
constexpr Field pi{"pi", "Time derivative of phi"};
constexpr Field shape = Field{"shape", "Shape rho of the oscillator; its integral is 1"};
constexpr Scalar displacement{"displacement", "Displacement q of the oscillator"};
constexpr Scalar velocity{"velocity", "Velocity v of the oscillator"};
constexpr Scalar work{"work", "Work done on the oscillator by force and damping"};
constexpr Scalar reaction{"reaction", "Integral of rho pi, the wave as the oscillator feels it",
                          Reduce::sum};
constexpr Scalar wave_energy{"wave_energy", "Energy of the wave", Reduce::sum};

static void set_at_rest(Block& block) {
  auto u = block.write(phi), v = block.write(pi), rho = block.write(shape);
  const Real s = block[width];
  Vec3 c = block[center];
  Real norm = 1;
  for (int d = 0; d < 3; ++d)
    if (d < block.dimensions())
      norm /= s * sqrt(pi_number);
    else
      c[d] = 0;
  block.for_each(
      "at_rest", KOKKOS_LAMBDA(const Point& p) {
        u(p) = 0;
        v(p) = 0;
        rho(p) = norm * exp(-p.r2(c) / (s * s));
      });
}

static void set_oscillator(Block& block) {
  block.set(displacement, block[start]);
  block.set(velocity, 0);
  block.set(work, 0);
}

static void reduce_reaction(Block& block) {
  auto v = block.read(pi), rho = block.read(shape);
  const Real volume = block.cell_volume();
  block.reduce(reaction, [=](const Point& p) { return volume * (rho(p) * v(p)); });
}

static void move(Block& block, Real felt) {
  const Real v = block.value(velocity), m = block[mass], w = block[frequency];
  const Real driving = block[force] * sin(block[force_frequency] * block.time());
  const Real resisting = 2 * block[damping] * v;
  block.set(rhs(displacement), v);
  block.set(rhs(velocity), -w * w * block.value(displacement) - resisting +
                               (driving - block[coupling] * felt) / m);
  block.set(rhs(work), (driving - m * resisting) * v);
}
static void move_with_wave(Block& block) { move(block, block.value(reaction)); }
static void move_freely(Block& block) { move(block, 0); }

static void evolve_wave(Block& block) {
  auto u = block.read(phi), v = block.read(pi), rho = block.read(shape);
  auto du = block.write(rhs(phi)), dv = block.write(rhs(pi));
  const Real c2 = block[speed] * block[speed], source = block[coupling] * block.value(velocity);
  block.for_each(
      "wave", KOKKOS_LAMBDA(const Point& p) {
        du(p) = v(p);
        dv(p) = c2 * laplacian(u, p) + source * rho(p);
      });
}

/// Of the equations as they are discretised; constant on periodic grids.
static void reduce_energy(Block& block) {
  auto u = block.read(phi), v = block.read(pi);
  const Real half = 0.5 * block.cell_volume(), c2 = block[speed] * block[speed];
  block.reduce(wave_energy, [=](const Point& p) {
    return half * (v(p) * v(p) - c2 * (u(p) * laplacian(u, p)));
  });
}

/// The end of a string that the oscillator holds.
static void hold_end(Block& block) {
  auto old_u = block.read(phi), old_v = block.read(pi);
  auto u = block.write(phi), v = block.write(pi);
  const FaceLayer face = block.face();
  const Real at = block.value(displacement), moving = block.value(velocity);
  block.for_each(
      "held", KOKKOS_LAMBDA(const Point& p) {
        u(p) = face.depth == 0 ? at : 2 * at - face.inside(old_u, p, 1);
        v(p) = face.depth == 0 ? moving : 2 * moving - face.inside(old_v, p, 1);
      });
}

static Real courant_limit(const Block& block) {
  Real smallest = block.spacing(0);
  for (int d = 1; d < block.dimensions(); ++d) smallest = std::min(smallest, block.spacing(d));
  return smallest / block[speed];
}

CARDON_THORN(Oscillator) {
  thorn.summary("A wave and a driven oscillator that feed each other");
  thorn.cites("H. Lamb, Proc. Lond. Math. Soc. s1-32, 208-211, 1900");
  thorn.parameters(speed, center, width, mass, frequency, damping, coupling, feels_wave, force,
                   force_frequency, start);
  thorn.evolves(phi, pi, displacement, velocity, work);
  thorn.auxiliary(shape);
  thorn.scalars(reaction, wave_energy);
  thorn.limits_step("courant", courant_limit);
  thorn.radiates(phi, speed);
  thorn.radiates(pi, speed);

  thorn.at(Initial, "at_rest", set_at_rest).writes(phi, pi, shape);
  thorn.at(Initial, "start", set_oscillator).writes(displacement, velocity, work);
  thorn.at(EvolveRhs, "reaction", reduce_reaction)
      .reads(pi, shape)
      .reduces(reaction)
      .when(feels_wave);
  thorn.at(EvolveRhs, "oscillator", move_with_wave)
      .reads(displacement, velocity, reaction)
      .writes(rhs(displacement), rhs(velocity), rhs(work))
      .when(feels_wave);
  thorn.at(EvolveRhs, "oscillator_alone", move_freely)
      .reads(displacement, velocity)
      .writes(rhs(displacement), rhs(velocity), rhs(work))
      .when(feels_wave, false);
  thorn.at(Analysis, "felt", reduce_reaction)
      .reads(pi, shape)
      .reduces(reaction)
      .when(feels_wave, false);
  thorn.at(EvolveRhs, "wave", evolve_wave)
      .reads(phi, stencil(1))
      .reads(pi, shape, velocity)
      .writes(rhs(phi), rhs(pi))
      .flops(14);
  thorn.boundary("held", hold_end)
      .reads(phi, pi, stencil(1))
      .reads(displacement, velocity)
      .writes(phi, pi);
  thorn.at(Analysis, "energy", reduce_energy).reads(phi, stencil(1)).reads(pi).reduces(wave_energy);
}
