// SPDX-License-Identifier: Apache-2.0
#include "problems.hpp"

#include "declarations.hpp"
#include "exact_riemann.hpp"
#include "gas.hpp"
#include "sedov_blast.hpp"

namespace euler {

using namespace cardon;

namespace {

constexpr Parameter initial{"initial", "riemann",
                            "Initial data, with the exact solution where there is one",
                            one_of("riemann", "vortex", "wave", "noh", "sedov", "expression")};
constexpr Parameter max_speed{"max_speed",
                              0.0,
                              "Maximum sum of flow and sound speed, for the time step; 0: that of "
                              "the initial data, which formulas do not provide",
                              non_negative,
                              unit("m/s"),
                              formerly("fastest")};
constexpr Parameter left{"left", Vec3{1, 0, 1},
                         "Riemann: density, velocity across and pressure below the jump, in SI "
                         "units"};
constexpr Parameter right{"right", Vec3{0.125, 0, 0.1},
                          "Riemann: density, velocity and pressure above the jump"};
constexpr Parameter direction{"direction", "x", "Riemann: direction of the grid across the jump",
                              one_of("x", "y", "z")};
constexpr Parameter position{"position", 0.5, "Riemann: coordinate of the jump", unit("m"),
                             formerly("place")};
constexpr Parameter background_density{
    "density", 1.0, "Vortex, wave, noh, sedov: background density", positive, unit("kg/m^3")};
constexpr Parameter background_pressure{
    "pressure", 1.0, "Vortex, wave, noh, sedov: background pressure", positive, unit("Pa")};
constexpr Parameter background_velocity{"velocity", Vec3{0, 0, 0},
                                        "Vortex, wave: velocity of the background", unit("m/s")};
constexpr Parameter centre{"centre", Vec3{0, 0, 0}, "Vortex, noh, sedov: centre at time 0",
                           unit("m"), formerly("center")};
constexpr Parameter width{"width", 1.0, "Vortex, sedov: radius", positive, unit("m")};
constexpr Parameter period{"period", Vec3{0, 0, 0},
                           "Vortex: lengths of a periodic domain; 0: not periodic", unit("m")};
constexpr Parameter peak_velocity{"peak_velocity", 0.8,
                                  "Vortex: largest velocity around the centre", unit("m/s"),
                                  formerly("spin")};
constexpr Parameter amplitude{"amplitude", 0.2, "Wave: relative change of density",
                              between(0, 0.99)};
constexpr Parameter wavenumber{"wavenumber", Vec3{1, 0, 0},
                               "Wave: waves per unit of length along x, y, z", unit("1/m")};
constexpr Parameter inflow{"inflow", 1.0, "Noh: speed towards the centre", positive, unit("m/s")};
constexpr Parameter explosion_energy{"explosion_energy", 1.0,
                                     "Sedov: energy; per length or area in fewer than 3 directions",
                                     positive, formerly("blast")};
constexpr Expression density_formula{
    "density_formula", "1", "Expression: density, a function of x, y, z, r, t", unit("kg/m^3")};
constexpr Expression velocity_x_formula{"velocity_x_formula", "0", "Expression: velocity along x",
                                        unit("m/s")};
constexpr Expression velocity_y_formula{"velocity_y_formula", "0", "Expression: velocity along y",
                                        unit("m/s")};
constexpr Expression velocity_z_formula{"velocity_z_formula", "0", "Expression: velocity along z",
                                        unit("m/s")};
constexpr Expression pressure_formula{"pressure_formula", "1", "Expression: pressure", unit("Pa")};

constexpr Field error =
    Derived{"error", "Difference of the density from the exact solution", unit("kg/m^3")}
        .no_boundary();

/// Gas far away, or at first.
struct Background {
  Value<background_density> rho;
  Value<background_pressure> p;
  Value<heat_ratio> gamma;
};

struct Sides {
  Value<euler::left> left;
  Value<euler::right> right;
  Value<euler::direction> direction;
  Value<euler::position> position;
  Value<heat_ratio> gamma;
  int axis() const { return direction == "x" ? 0 : direction == "y" ? 1 : 2; }
};

/// The jump of Riemann problems, at any time.
struct Jump {
  ExactRiemann waves;
  Real position, time;
  int axis;

  static Jump prepare(const Sides& sides, GridView grid) {
    const auto state = [](Vec3 s) { return ExactRiemann::State{s.x, s.y, s.z}; };
    return {ExactRiemann(state(sides.left), state(sides.right), sides.gamma), sides.position,
            grid.time, sides.axis()};
  }
  KOKKOS_INLINE_FUNCTION Gas operator()(const Point& p) const {
    const Real x = (axis == 0 ? p.x() : axis == 1 ? p.y() : p.z()) - position;
    const ExactRiemann::State s = waves(time > 0 ? x / time : x < 0 ? -1e300 : 1e300);
    Gas gas{s.rho, {0, 0, 0}, s.p};
    gas.velocity[axis] = s.u;
    return gas;
  }
};

/// A vortex without a change of entropy (Yee, Sandham, Djomehri, J. Comput. Phys. 150, 199, 1999)
/// that moves along: with s = distance from its axis / width, the gas turns with peak_velocity s
/// exp((1 - s^2) / 2), and p / rho is lower by (gamma - 1) / (2 gamma) peak_velocity^2 exp(1 -
/// s^2).
struct Vortex {
  Vec3 centre, velocity, period;
  Real rho, p, gamma, width, peak;

  static Vortex prepare(Value<euler::centre> c, Value<background_velocity> v,
                        Value<euler::period> l, Background far, Value<euler::width> s,
                        Value<euler::peak_velocity> w, GridView grid) {
    Vec3 now = c;
    for (int d = 0; d < 3; ++d) now[d] += v[d] * grid.time;
    return {now, v, l, far.rho, far.p, far.gamma, s, w};
  }
  KOKKOS_INLINE_FUNCTION Gas operator()(const Point& at) const {
    const Real x = offset(0, at.x()), y = offset(1, at.y());
    const Real bell = exp(0.5 * (1 - (x * x + y * y)));
    const Real turn = peak * bell, cold = (gamma - 1) / (2 * gamma) * (turn * turn);
    const Real ratio = 1 - cold * rho / p;
    return {rho * pow(ratio, 1 / (gamma - 1)),
            {velocity.x - turn * y, velocity.y + turn * x, velocity.z},
            p * pow(ratio, gamma / (gamma - 1))};
  }
  KOKKOS_INLINE_FUNCTION Real offset(int d, Real x) const {
    const Real away = x - centre[d], length = period[d];
    return (length > 0 ? away - length * std::floor(away / length + 0.5) : away) / width;
  }
};

/// A wave of density that the gas carries along.
struct Wave {
  Vec3 k, velocity;
  Real rho, p, amplitude, phase;

  static Wave prepare(Value<wavenumber> waves, Value<background_velocity> v, Background far,
                      Value<euler::amplitude> a, GridView grid) {
    Wave wave{grid.within(waves), v, far.rho, far.p, a, 0};
    for (int d = 0; d < 3; ++d) {
      wave.k[d] *= 2 * pi_number;
      wave.phase += wave.k[d] * v[d] * grid.time;
    }
    return wave;
  }
  KOKKOS_INLINE_FUNCTION Gas operator()(const Point& at) const {
    const Real moved = (k.x * at.x() + k.y * at.y() + k.z * at.z()) - phase;
    return {rho * (1 + amplitude * sin(moved)), velocity, p};
  }
};

/// Cold gas runs towards a plane, a line or a point and is stopped by a shock (Noh, J. Comput.
/// Phys. 72, 78, 1987). Exact for pressure 0 at first; density: D directions,
///   rho ((gamma + 1) / (gamma - 1))^D inside r = (gamma - 1) / 2 v t, rho (1 + v t / r)^(D - 1)
/// outside.
struct Noh {
  Vec3 centre;
  Background far;
  Real v, way;
  int dimensions;

  static Noh prepare(Value<euler::centre> c, Background far, Value<inflow> v, GridView grid) {
    return {c, far, v, v * grid.time, grid.dimensions};
  }
  KOKKOS_INLINE_FUNCTION Gas operator()(const Point& p) const {
    Vec3 x{p.x() - centre.x, p.y() - centre.y, p.z() - centre.z};
    for (int d = dimensions; d < 3; ++d) x[d] = 0;
    const Real r = sqrt(x.x * x.x + x.y * x.y + x.z * x.z), gamma = far.gamma;
    const Real squeeze = (gamma + 1) / (gamma - 1), shock = 0.5 * (gamma - 1) * way;
    if (r < shock) {
      const Real rho = far.rho * power(squeeze, dimensions);
      return {rho, {0, 0, 0}, 0.5 * (gamma - 1) * rho * v * v};
    }
    const Real pull = r > 0 ? -v / r : 0, ratio = power(1 + (r > 0 ? way / r : 0), dimensions - 1);
    return {far.rho * ratio, {pull * x.x, pull * x.y, pull * x.z}, far.p * pow(ratio, gamma)};
  }
  KOKKOS_INLINE_FUNCTION static Real power(Real a, int n) {
    return n == 0 ? 1 : n == 1 ? a : n == 2 ? a * a : a * a * a;
  }
};

/// Much energy in a small region: `explosion_energy` exp(-r^2 / width^2) / (sqrt(pi) width)^D over
/// the energy of the background.
struct Explosion {
  Vec3 centre;
  Background far;
  Real width, peak;
  int dimensions;

  static Explosion prepare(Value<euler::centre> c, Background far, Value<euler::width> s,
                           Value<explosion_energy> energy, GridView grid) {
    Explosion e{c, far, s, (far.gamma - 1) * energy, grid.dimensions};
    for (int d = 0; d < grid.dimensions; ++d) e.peak /= sqrt(pi_number) * s;
    return e;
  }
  KOKKOS_INLINE_FUNCTION Gas operator()(const Point& p) const {
    const Real r = distance(p) / width;
    return {far.rho, {0, 0, 0}, far.p + peak * exp(-r * r)};
  }
  KOKKOS_INLINE_FUNCTION Real distance(const Point& p) const {
    const Real x[] = {p.x(), p.y(), p.z()};
    Real r2 = 0;
    for (int d = 0; d < dimensions; ++d) r2 += (x[d] - centre[d]) * (x[d] - centre[d]);
    return sqrt(r2);
  }
  /// That of the jump from the hottest gas to the background, in a plane.
  Real max_speed() const {
    return ExactRiemann({far.rho, 0, far.p + peak}, {far.rho, 0, far.p}, far.gamma).max_speed();
  }
};

/// What the explosion becomes when the blast wave is far outside `width`, while it is strong.
struct BlastWave {
  Explosion explosion;
  SedovBlast blast;
  Real time;

  static BlastWave prepare(const Explosion& e, Value<euler::explosion_energy> energy,
                           GridView grid) {
    return {e, SedovBlast(grid.dimensions, e.far.gamma, energy, e.far.rho), grid.time};
  }
  Gas operator()(const Point& p) const {
    return {blast.density(explosion.distance(p), time), {0, 0, 0}, 0};
  }
};

struct Formulas {
  Value<density_formula> rho;
  Value<velocity_x_formula> u;
  Value<velocity_y_formula> v;
  Value<velocity_z_formula> w;
  Value<pressure_formula> pressure;
  Gas operator()(const Point& p) const { return {rho(p), {u(p), v(p), w(p)}, pressure(p)}; }
};

template <class Problem>
KOKKOS_FUNCTION void set_state(const Point& p, Write<density> rho, const Write<momentum>& m,
                               Write<energy> e, const Problem& problem, Value<heat_ratio> gamma) {
  const Gas gas = problem(p);
  const Vec3 v = gas.velocity;
  const Real per_gamma_1 = 1 / (gamma - 1);
  rho(p) = gas.rho;
  for (int c = 0; c < 3; ++c) m[c](p) = gas.rho * v[c];
  e(p) = per_gamma_1 * gas.pressure + 0.5 * gas.rho * ((v.x * v.x + v.y * v.y) + v.z * v.z);
}

template <class Exact>
KOKKOS_FUNCTION void compare(const Point& p, Read<density> rho, Write<error> result,
                             const Exact& exact) {
  result(p) = rho(p) - exact(p).rho;
}

template <class Problem, class Exact = Problem>
void declare(ThornBuilder& thorn, const std::string& name) {
  thorn.at<set_state<Problem>>(Initial, name).when(initial, name);
  thorn.at<compare<Exact>>(Analysis, "error_" + name).when(initial, name);
}

void check_state(const Context& context, const Parameter<Vec3>& parameter, Vec3 state) {
  if (state.x > 0 && state.z > 0) return;
  const bool which = state.x > 0;
  refuse(context, parameter, "euler/riemann",
         "Euler::" + std::string(parameter.name()) + " has the " +
             (which ? "pressure " : "density ") + text_of(which ? state.z : state.x) +
             (which ? " Pa" : " kg/m^3"),
         "give it as [density, velocity, pressure], with density and pressure above 0");
}

void check_jump(const Context& context, const Sides& sides, const GridView& grid) {
  check_state(context, left, sides.left);
  check_state(context, right, sides.right);
  const std::string along(sides.direction);
  const int axis = sides.axis();
  if (axis >= grid.dimensions)
    refuse(context, direction, "euler/riemann",
           "Euler::direction is " + along + ", but the grid has " +
               std::to_string(grid.dimensions) + " dimension" + (grid.dimensions > 1 ? "s" : ""),
           "set it to a direction of the grid");
  const Real x = sides.position;
  if (x < grid.lower[axis] || x > grid.upper[axis])
    refuse(context, position, "euler/riemann",
           "the jump of Euler lies outside the domain: " + along + " = " + text_of(x),
           "set Euler::position within grid.domain");
}

/// Where a vortex turns too fast for its pressure there would be no gas in the middle.
void check_vortex(const Context& context, const Background& far, Real turn, int dimensions) {
  if (dimensions < 2)
    refuse(context, initial, "euler/vortex",
           "the vortex of Euler needs a grid of 2 or 3 dimensions",
           "choose another Euler::initial, or a grid with x and y");
  const Real max_turn = sqrt(2 * far.gamma * far.p / ((far.gamma - 1) * exp(Real(1)) * far.rho));
  if (!(abs(turn) < max_turn))
    refuse(context, peak_velocity, "euler/vortex",
           "Euler::peak_velocity is too large: with " + text_of(turn) +
               " no gas is left in the middle",
           "set it below " + text_of(max_turn) + ", or raise Euler::pressure");
}

/// What tells how fast signals will be.
struct Speeds {
  Value<euler::initial> kind;
  Value<euler::max_speed> max_speed;
  Sides sides;
  Background far;
  Value<background_velocity> velocity;
  Value<euler::peak_velocity> peak_velocity;
  Value<euler::amplitude> amplitude;
  Value<euler::inflow> inflow;
  Explosion explosion;
};

/// The largest sum of flow and sound speed that the initial data lead to, as the parameter
/// `max_speed` or the problem says; 0 if neither does.
Real fastest_signal(const Speeds& of, const GridView& grid) {
  const Vec3 v = of.velocity;
  const Real gamma = of.far.gamma, flow = sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
  const Real c = sqrt(gamma * of.far.p / of.far.rho);
  if (of.max_speed > 0) return of.max_speed;
  if (of.kind == "riemann") return Jump::prepare(of.sides, grid).waves.max_speed();
  if (of.kind == "vortex") return flow + abs(Real(of.peak_velocity)) + c;
  if (of.kind == "wave") return flow + c / sqrt(1 - of.amplitude);
  if (of.kind == "sedov") return of.explosion.max_speed();
  if (of.kind != "noh") return 0;
  const Real behind = of.inflow * sqrt(0.5 * gamma * (gamma - 1));
  return behind > of.inflow + c ? behind : of.inflow + c;
}

/// Throws Error euler/riemann or euler/vortex.
Real courant_limit(Context context, GridView grid, const Speeds& of) {
  if (of.kind == "riemann") check_jump(context, of.sides, grid);
  if (of.kind == "vortex") check_vortex(context, of.far, of.peak_velocity, grid.dimensions);
  Real cells = 0;
  for (int d = 0; d < grid.dimensions; ++d) cells += 1 / grid.spacing[d];
  const Real speed = fastest_signal(of, grid);
  return speed > 0 ? 1 / (speed * cells) : 0;
}

}  // namespace

void declare_problems(ThornBuilder& thorn) {
  thorn.parameters(initial, max_speed, left, right, direction, position, background_density,
                   background_pressure, background_velocity, centre, width, period, peak_velocity,
                   amplitude, wavenumber, inflow, explosion_energy);
  thorn.limits_step<courant_limit>("courant");
  declare<Jump>(thorn, "riemann");
  declare<Vortex>(thorn, "vortex");
  declare<Wave>(thorn, "wave");
  declare<Noh>(thorn, "noh");
  declare<Formulas>(thorn, "expression");
  declare<Explosion, BlastWave>(thorn, "sedov");
}

}  // namespace euler
