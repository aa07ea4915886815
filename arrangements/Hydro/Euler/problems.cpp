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
constexpr Parameter fastest{"fastest", 0.0,
                            "Largest sum of flow and sound speed, for the time step; 0: that of "
                            "the initial data, which formulas do not tell",
                            non_negative, unit("m/s")};
constexpr Parameter left{"left", Vec3{1, 0, 1},
                         "Riemann: density, velocity across and pressure below the jump, in SI "
                         "units"};
constexpr Parameter right{"right", Vec3{0.125, 0, 0.1}, "Riemann: the same above the jump"};
constexpr Parameter direction{"direction", "x", "Riemann: direction of the grid across the jump",
                              one_of("x", "y", "z")};
constexpr Parameter place{"place", 0.5, "Riemann: coordinate of the jump", unit("m")};
constexpr Parameter background_density{"density", 1.0,
                                       "Vortex, wave, noh, sedov: density far away or at first",
                                       positive, unit("kg/m^3")};
constexpr Parameter background_pressure{"pressure", 1.0,
                                        "Vortex, wave, noh, sedov: pressure far away or at first",
                                        positive, unit("Pa")};
constexpr Parameter velocity{"velocity", Vec3{0, 0, 0}, "Vortex, wave: velocity of the whole",
                             unit("m/s")};
constexpr Parameter center{"center", Vec3{0, 0, 0}, "Vortex, noh, sedov: centre at time 0",
                           unit("m")};
constexpr Parameter width{"width", 1.0, "Vortex, sedov: radius", positive, unit("m")};
constexpr Parameter period{"period", Vec3{0, 0, 0},
                           "Vortex: lengths of a periodic domain, in which it comes back; 0: none",
                           unit("m")};
constexpr Parameter spin{"spin", 0.8, "Vortex: largest velocity around the centre", unit("m/s")};
constexpr Parameter amplitude{"amplitude", 0.2, "Wave: relative change of density",
                              between(0, 0.99)};
constexpr Parameter wavenumber{"wavenumber", Vec3{1, 0, 0}, "Wave: waves per metre along x, y, z",
                               unit("1/m")};
constexpr Parameter inflow{"inflow", 1.0, "Noh: speed towards the centre", positive, unit("m/s")};
constexpr Parameter blast{
    "blast", 1.0, "Sedov: energy, in J; per length or area in fewer than 3 directions", positive};
constexpr Expression density_formula{"density_formula", "1",
                                     "Expression: density, a function of x, y, z, r, t"};
constexpr Expression velocity_x_formula{"velocity_x_formula", "0", "Expression: velocity along x"};
constexpr Expression velocity_y_formula{"velocity_y_formula", "0", "Expression: velocity along y"};
constexpr Expression velocity_z_formula{"velocity_z_formula", "0", "Expression: velocity along z"};
constexpr Expression pressure_formula{"pressure_formula", "1", "Expression: pressure"};

constexpr Derived error{"error", "Difference of the density from the exact solution",
                        unit("kg/m^3")};

/// The jump of Riemann problems, at any time.
class Jump {
 public:
  explicit Jump(const Block& block)
      : waves_(state(block[left]), state(block[right]), block[heat_ratio]),
        place_(block[place]),
        time_(block.time()) {
    const std::string_view along = block[direction];
    axis_ = along == "x" ? 0 : along == "y" ? 1 : 2;
  }
  Gas operator()(const Point& p) const {
    const Real x = (axis_ == 0 ? p.x() : axis_ == 1 ? p.y() : p.z()) - place_;
    const ExactRiemann::State s = waves_(time_ > 0 ? x / time_ : x < 0 ? -1e300 : 1e300);
    Gas gas{s.rho, {0, 0, 0}, s.p};
    gas.velocity[axis_] = s.u;
    return gas;
  }
  Real fastest() const { return waves_.fastest(); }

 private:
  static ExactRiemann::State state(Vec3 s) { return {s.x, s.y, s.z}; }
  ExactRiemann waves_;
  Real place_, time_;
  int axis_;
};

/// A vortex without a change of entropy (Yee, Sandham, Djomehri, J. Comput. Phys. 150, 199, 1999)
/// that moves along: with s = distance from its axis / width, the gas turns with spin s
/// exp((1 - s^2) / 2), and p / rho is lower by (gamma - 1) / (2 gamma) spin^2 exp(1 - s^2).
class Vortex {
 public:
  explicit Vortex(const Block& block)
      : center_(block[center]),
        velocity_(block[velocity]),
        period_(block[period]),
        rho_(block[background_density]),
        p_(block[background_pressure]),
        width_(block[width]),
        spin_(block[spin]),
        gamma_(block[heat_ratio]) {
    for (int d = 0; d < 3; ++d) center_[d] += velocity_[d] * block.time();
  }
  KOKKOS_INLINE_FUNCTION Gas operator()(const Point& p) const {
    const Real x = offset(0, p.x()), y = offset(1, p.y());
    const Real bell = exp(0.5 * (1 - (x * x + y * y)));
    const Real turn = spin_ * bell, cold = (gamma_ - 1) / (2 * gamma_) * (turn * turn);
    const Real ratio = 1 - cold * rho_ / p_;
    return {rho_ * pow(ratio, 1 / (gamma_ - 1)),
            {velocity_.x - turn * y, velocity_.y + turn * x, velocity_.z},
            p_ * pow(ratio, gamma_ / (gamma_ - 1))};
  }

 private:
  KOKKOS_INLINE_FUNCTION Real offset(int d, Real x) const {
    const Real away = x - center_[d], length = period_[d];
    return (length > 0 ? away - length * std::floor(away / length + 0.5) : away) / width_;
  }
  Vec3 center_, velocity_, period_;
  Real rho_, p_, width_, spin_, gamma_;
};

/// A wave of density that the gas carries along.
class Wave {
 public:
  explicit Wave(const Block& block)
      : k_(block[wavenumber]),
        velocity_(block[velocity]),
        rho_(block[background_density]),
        p_(block[background_pressure]),
        amplitude_(block[amplitude]) {
    for (int d = 0; d < 3; ++d) {
      k_[d] = d < block.dimensions() ? 2 * pi_number * k_[d] : 0;
      phase_ += k_[d] * velocity_[d] * block.time();
    }
  }
  KOKKOS_INLINE_FUNCTION Gas operator()(const Point& p) const {
    const Real phase = (k_.x * p.x() + k_.y * p.y() + k_.z * p.z()) - phase_;
    return {rho_ * (1 + amplitude_ * sin(phase)), velocity_, p_};
  }

 private:
  Vec3 k_, velocity_;
  Real rho_, p_, amplitude_, phase_ = 0;
};

/// Cold gas runs towards a plane, a line or a point and is stopped by a shock (Noh, J. Comput.
/// Phys. 72, 78, 1987). Exact for pressure 0 at first; density: D directions,
///   rho ((gamma + 1) / (gamma - 1))^D inside r = (gamma - 1) / 2 v t, rho (1 + v t / r)^(D - 1)
/// outside.
class Noh {
 public:
  explicit Noh(const Block& block)
      : center_(block[center]),
        rho_(block[background_density]),
        p_(block[background_pressure]),
        v_(block[inflow]),
        gamma_(block[heat_ratio]),
        way_(v_ * block.time()),
        dimensions_(block.dimensions()) {}
  KOKKOS_INLINE_FUNCTION Gas operator()(const Point& p) const {
    Vec3 x{p.x() - center_.x, p.y() - center_.y, p.z() - center_.z};
    for (int d = dimensions_; d < 3; ++d) x[d] = 0;
    const Real r = sqrt(x.x * x.x + x.y * x.y + x.z * x.z);
    const Real squeeze = (gamma_ + 1) / (gamma_ - 1), shock = 0.5 * (gamma_ - 1) * way_;
    if (r < shock) {
      const Real rho = rho_ * power(squeeze, dimensions_);
      return {rho, {0, 0, 0}, 0.5 * (gamma_ - 1) * rho * v_ * v_};
    }
    const Real pull = r > 0 ? -v_ / r : 0,
               ratio = power(1 + (r > 0 ? way_ / r : 0), dimensions_ - 1);
    return {rho_ * ratio, {pull * x.x, pull * x.y, pull * x.z}, p_ * pow(ratio, gamma_)};
  }

 private:
  KOKKOS_INLINE_FUNCTION static Real power(Real a, int n) {
    return n == 0 ? 1 : n == 1 ? a : n == 2 ? a * a : a * a * a;
  }
  Vec3 center_;
  Real rho_, p_, v_, gamma_, way_;
  int dimensions_;
};

/// Much energy in a small place: `blast` exp(-r^2 / width^2) / (sqrt(pi) width)^D over the energy
/// of the background.
class Explosion {
 public:
  explicit Explosion(const Block& block)
      : center_(block[center]),
        rho_(block[background_density]),
        p_(block[background_pressure]),
        width_(block[width]),
        peak_((block[heat_ratio] - 1) * block[blast]),
        dimensions_(block.dimensions()) {
    for (int d = 0; d < dimensions_; ++d) peak_ /= sqrt(pi_number) * width_;
  }
  KOKKOS_INLINE_FUNCTION Gas operator()(const Point& p) const {
    const Real r = distance(p) / width_;
    return {rho_, {0, 0, 0}, p_ + peak_ * exp(-r * r)};
  }
  KOKKOS_INLINE_FUNCTION Real distance(const Point& p) const {
    const Real x[] = {p.x(), p.y(), p.z()};
    Real r2 = 0;
    for (int d = 0; d < dimensions_; ++d) r2 += (x[d] - center_[d]) * (x[d] - center_[d]);
    return sqrt(r2);
  }
  /// That of the jump from the hottest gas to the background, in a plane.
  Real fastest(Real gamma) const {
    return ExactRiemann({rho_, 0, p_ + peak_}, {rho_, 0, p_}, gamma).fastest();
  }

 private:
  Vec3 center_;
  Real rho_, p_, width_, peak_;
  int dimensions_;
};

/// What the explosion becomes when the blast wave is far outside `width`, while it is strong.
class BlastWave {
 public:
  explicit BlastWave(const Block& block)
      : explosion_(block),
        blast_(block.dimensions(), block[heat_ratio], block[blast], block[background_density]),
        time_(block.time()) {}
  Gas operator()(const Point& p) const {
    return {blast_.density(explosion_.distance(p), time_), {0, 0, 0}, 0};
  }

 private:
  Explosion explosion_;
  SedovBlast blast_;
  Real time_;
};

class Formulas {
 public:
  explicit Formulas(const Block& block)
      : rho_(block[density_formula]),
        u_(block[velocity_x_formula]),
        v_(block[velocity_y_formula]),
        w_(block[velocity_z_formula]),
        p_(block[pressure_formula]) {}
  Gas operator()(const Point& p) const { return {rho_(p), {u_(p), v_(p), w_(p)}, p_(p)}; }

 private:
  ExpressionValue rho_, u_, v_, w_, p_;
};

template <class Problem>
void set_state(Block& block) {
  const auto rho = block.write(density), e = block.write(energy);
  const auto m = block.write_components(momentum);
  const Problem problem(block);
  const Real per_gamma_1 = 1 / (block[heat_ratio] - 1);
  block.for_each(
      "initial", KOKKOS_LAMBDA(const Point& p) {
        const Gas gas = problem(p);
        const Vec3 v = gas.velocity;
        rho(p) = gas.rho;
        for (int c = 0; c < 3; ++c) m[c](p) = gas.rho * v[c];
        e(p) = per_gamma_1 * gas.pressure + 0.5 * gas.rho * ((v.x * v.x + v.y * v.y) + v.z * v.z);
      });
}

template <class Problem>
void compare(Block& block) {
  const auto rho = block.read(density);
  const auto result = block.write(error);
  const Problem exact(block);
  block.for_each(
      "error", KOKKOS_LAMBDA(const Point& p) { result(p) = rho(p) - exact(p).rho; });
}

template <class Problem, class Exact = Problem>
void declare(ThornBuilder& thorn, std::string_view name, std::string_view comparison) {
  thorn.at(Initial, name, set_state<Problem>).writes(density, momentum, energy).when(initial, name);
  thorn.at(Analysis, comparison, compare<Exact>).reads(density).writes(error).when(initial, name);
}

Real length(Vec3 a) { return sqrt(a.x * a.x + a.y * a.y + a.z * a.z); }

void check_state(const Block& block, const Parameter<Vec3>& parameter) {
  const Vec3 state = block[parameter];
  if (state.x > 0 && state.z > 0) return;
  const bool which = state.x > 0;
  refuse(block, parameter, "euler/riemann",
         "Euler::" + std::string(parameter.name()) + " has the " +
             (which ? "pressure " : "density ") + text_of(which ? state.z : state.x) +
             (which ? " Pa" : " kg/m^3"),
         "give it as [density, velocity, pressure], with density and pressure above 0");
}

void check_jump(const Block& block) {
  check_state(block, left);
  check_state(block, right);
  const std::string along(block[direction]);
  const int axis = along == "x" ? 0 : along == "y" ? 1 : 2;
  if (axis >= block.dimensions())
    refuse(block, direction, "euler/riemann",
           "Euler::direction is " + along + ", but the grid has " +
               std::to_string(block.dimensions()) + " dimension" +
               (block.dimensions() > 1 ? "s" : ""),
           "set it to a direction of the grid");
  const Real x = block[place];
  if (x < block.domain_lower()[axis] || x > block.domain_upper()[axis])
    refuse(block, place, "euler/riemann",
           "the jump of Euler lies outside the domain: " + along + " = " + text_of(x) + " m",
           "set Euler::place within grid.domain");
}

/// Where a vortex turns too fast for its pressure there would be no gas in the middle.
void check_vortex(const Block& block) {
  if (block.dimensions() < 2)
    refuse(block, initial, "euler/vortex", "the vortex of Euler needs a grid of 2 or 3 dimensions",
           "choose another Euler::initial, or a grid with x and y");
  const Real gamma = block[heat_ratio], p = block[background_pressure];
  const Real most = sqrt(2 * gamma * p / ((gamma - 1) * exp(Real(1)) * block[background_density]));
  if (!(abs(block[spin]) < most))
    refuse(block, spin, "euler/vortex",
           "Euler::spin is too large: with " + text_of(block[spin]) +
               " m/s no gas is left in the middle",
           "set it below " + text_of(most) + " m/s, or raise Euler::pressure");
}

}  // namespace

void check_problem(const Block& block) {
  if (block[initial] == "riemann") check_jump(block);
  if (block[initial] == "vortex") check_vortex(block);
}

Real fastest_signal(const Block& block) {
  const std::string_view kind = block[initial];
  const Real gamma = block[heat_ratio], flow = length(block[velocity]);
  const Real c = sqrt(gamma * block[background_pressure] / block[background_density]);
  if (block[fastest] > 0) return block[fastest];
  if (kind == "riemann") return Jump(block).fastest();
  if (kind == "vortex") return flow + abs(block[spin]) + c;
  if (kind == "wave") return flow + c / sqrt(1 - block[amplitude]);
  if (kind == "sedov") return Explosion(block).fastest(gamma);
  if (kind != "noh") return 0;
  const Real behind = block[inflow] * sqrt(0.5 * gamma * (gamma - 1));
  return behind > block[inflow] + c ? behind : block[inflow] + c;
}

void declare_problems(ThornBuilder& thorn) {
  thorn.parameters(initial, fastest, left, right, direction, place, background_density,
                   background_pressure, velocity, center, width, period, spin, amplitude,
                   wavenumber, inflow, blast, density_formula, velocity_x_formula,
                   velocity_y_formula, velocity_z_formula, pressure_formula);
  thorn.derives(error.no_boundary());
  declare<Jump>(thorn, "riemann", "error_riemann");
  declare<Vortex>(thorn, "vortex", "error_vortex");
  declare<Wave>(thorn, "wave", "error_wave");
  declare<Noh>(thorn, "noh", "error_noh");
  declare<Formulas>(thorn, "expression", "error_expression");
  declare<Explosion, BlastWave>(thorn, "sedov", "error_sedov");
}

}  // namespace euler
