// SPDX-License-Identifier: Apache-2.0
// A wave and a driven oscillator that feed each other (H. Lamb, Proc. Lond. Math. Soc. s1-32,
// 208-211, 1900). With the shape rho of the oscillator, whose integral is 1:
//   d/dt phi = pi,  d/dt pi = c^2 laplacian(phi) + g rho v
//   d/dt q = v,     d/dt v = -w^2 q - 2 gamma v + (F - g R) / m,   R = integral of rho pi
// The energy of both, less the work of force and damping, is constant.
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter speed{"speed", 1.0, "Wave speed c", positive, unit("m/s")};
constexpr Parameter centre{"centre", Vec3{0.5, 0.5, 0.5}, "Position of the oscillator", unit("m"),
                           formerly("center")};
constexpr Parameter width{"width", 0.1, "Width s of its shape exp(-r^2/s^2)", positive, unit("m")};
constexpr Parameter mass{"mass", 1.0, "Mass m of the oscillator", positive};
constexpr Parameter frequency{"frequency", 6.0, "Angular frequency w of the free oscillator",
                              non_negative, unit("1/s")};
constexpr Parameter damping{"damping", 0.0, "Damping rate gamma", non_negative, unit("1/s")};
constexpr Parameter coupling{"coupling", 1.0, "Coupling g of wave and oscillator"};
constexpr Parameter feels_wave{"feels_wave", true,
                               "The wave acts on the oscillator; requires a wait in each stage"};
constexpr Parameter force{"force", 0.0,
                          "Amplitude of the force F = force * sin(force_frequency t)"};
constexpr Parameter force_frequency{"force_frequency", 6.0, "Angular frequency of the force",
                                    unit("1/s")};
constexpr Parameter start{"start", 1.0, "Displacement q at the start; all else is at rest"};

constexpr Evolved phi{"phi", "Scalar field"};
constexpr Evolved pi{"pi", "Time derivative of phi"};
constexpr Field shape{"shape", "Shape rho of the oscillator; its integral is 1"};
constexpr EvolvedScalar displacement{"displacement", "Displacement q of the oscillator"};
constexpr EvolvedScalar velocity{"velocity", "Velocity v of the oscillator"};
constexpr EvolvedScalar work{"work", "Work done on the oscillator by force and damping"};
constexpr Scalar reaction{"reaction", "Integral of rho pi, the wave as the oscillator feels it",
                          Reduce::sum};
constexpr Scalar wave_energy{"wave_energy", "Energy of the wave", Reduce::sum};

namespace {

struct Gaussian {
  Vec3 centre;
  Real norm;
  static Gaussian prepare(Value<::centre> c, Value<width> s, GridView grid) {
    Real norm = 1;
    for (int d = 0; d < grid.dimensions; ++d) norm /= s * sqrt(pi_number);
    return {grid.within(c), norm};
  }
};

KOKKOS_FUNCTION void at_rest(Point p, Write<phi> u, Write<pi> v, Write<shape> rho, Gaussian of,
                             Value<width> s) {
  u(p) = 0;
  v(p) = 0;
  rho(p) = of.norm * exp(-p.r2(of.centre) / (s * s));
}

void start_oscillator(Write<displacement> q, Write<velocity> v, Write<work> w, Value<start> at) {
  q = at;
  v = 0;
  w = 0;
}

void feel_wave(Point p, Read<pi> v, Read<shape> rho, Combine<reaction> felt, GridView grid) {
  felt(p) = grid.volume * (rho(p) * v(p));
}

/// In place of what the oscillator feels.
struct Nothing {
  operator Real() const { return 0; }
  static Nothing prepare() { return {}; }
};

struct Properties {
  Value<::mass> mass;
  Value<::frequency> frequency;
  Value<::damping> damping;
  Value<::coupling> coupling;
  Value<::force> force;
  Value<::force_frequency> force_frequency;
};

template <class Felt>
void move(Read<displacement> q, Read<velocity> v, Felt felt, Write<rhs<displacement>> dq,
          Write<rhs<velocity>> dv, Write<rhs<work>> dw, Properties of, GridView grid) {
  const Real m = of.mass, w = of.frequency;
  const Real driving = of.force * sin(of.force_frequency * grid.time);
  const Real resisting = 2 * of.damping * v;
  dq = v;
  dv = -w * w * q - resisting + (driving - of.coupling * felt) / m;
  dw = (driving - m * resisting) * v;
}

KOKKOS_FUNCTION void wave(Point p, Read<phi, 1> u, Read<pi> v, Read<shape> rho,
                          Read<velocity> moving, Write<rhs<phi>> du, Write<rhs<pi>> dv,
                          Value<speed> c, Value<coupling> g) {
  const Real c2 = c * c, source = g * moving;
  du(p) = v(p);
  dv(p) = c2 * laplacian(u, p) + source * rho(p);
}

/// Of the equations as they are discretised; constant on periodic grids.
void sum_energy(Point p, Read<phi, 1> u, Read<pi> v, Combine<wave_energy> total, Value<speed> c,
                GridView grid) {
  const Real half = 0.5 * grid.volume, c2 = c * c;
  total(p) = half * (v(p) * v(p) - c2 * (u(p) * laplacian(u, p)));
}

/// The end of a string that the oscillator holds.
KOKKOS_FUNCTION void held(Point p, FaceView face, Read<phi, 1> old_u, Read<pi, 1> old_v,
                          Read<displacement> at, Read<velocity> moving, Write<phi> u, Write<pi> v) {
  u(p) = face.depth == 0 ? at : 2 * at - face.inside(old_u, p, 1);
  v(p) = face.depth == 0 ? moving : 2 * moving - face.inside(old_v, p, 1);
}

}  // namespace

CARDON_THORN(Oscillator) {
  thorn.summary("A wave and a driven oscillator that feed each other");
  thorn.cites("H. Lamb, Proc. Lond. Math. Soc. s1-32, 208-211, 1900");
  thorn.parameters(speed, centre, width, mass, frequency, damping, coupling, feels_wave, force,
                   force_frequency, start);
  thorn.limits_step<courant<speed>>();
  thorn.radiates(phi, speed);
  thorn.radiates(pi, speed);

  thorn.at<at_rest>(Initial);
  thorn.at<start_oscillator>(Initial, "start");
  thorn.at<feel_wave>(EvolveRhs, "reaction").when(feels_wave);
  thorn.at<move<Read<reaction>>>(EvolveRhs, "oscillator").when(feels_wave);
  thorn.at<move<Nothing>>(EvolveRhs, "oscillator_alone").when(feels_wave, false);
  thorn.at<feel_wave>(Analysis, "felt").when(feels_wave, false);
  thorn.at<wave>(EvolveRhs).flops(14);
  thorn.boundary<held>();
  thorn.at<sum_energy>(Analysis, "energy");
}
