// SPDX-License-Identifier: Apache-2.0
// Acoustic waves in a medium with the speed v(x), between absorbing layers (sponges) of damping s:
//   (d/dt + s)^2 pressure = v^2 (laplacian(pressure) + wavelet(t) source(x)),  leapfrog
#include <cardon/thorn.hpp>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>

#include "ricker.hpp"

using namespace cardon;

constexpr Parameter order{"order", 4, "Order of the differences in space; in time it is 2",
                          one_of(2, 4, 6)};
constexpr Parameter velocity_from{"velocity_from", "constant", "Where the wave speed comes from",
                                  one_of("constant", "expression", "file", "layers", "section")};
constexpr Parameter speed{"speed", 1.0, "Constant: wave speed", positive, unit("m/s")};
constexpr Expression profile{"profile", "1", "Expression: wave speed as a function of x, y, z, r",
                             unit("m/s")};
constexpr Parameter fastest{"fastest", 0.0,
                            "Expression: greatest wave speed, which limits the step", non_negative,
                            unit("m/s")};
constexpr DataFile model{"model", "File: wave speed", unit("m/s"), positive};
constexpr DataTable<1> layers{"layers",
                              "Layers: wave speed against the depth below the upper face, in m",
                              unit("m/s"), positive};
constexpr DataTable<2> section{
    "section", "Section: wave speed against x and the depth below the upper face, in m",
    unit("m/s"), positive};
constexpr Parameter source_x{"source_x", list_of(0.5), "Sources: x of each", unit("m")};
constexpr Parameter source_y{"source_y", list_of(0.5), "Sources: y of each", unit("m")};
constexpr Parameter source_z{"source_z", list_of(0.5), "Sources: z of each", unit("m")};
constexpr Parameter amplitude{"amplitude", list_of(1.0),
                              "Sources: pressure at the distance 1 m, times 4 pi; one for all, or "
                              "one for each"};
constexpr Parameter frequency{"frequency", 5.0, "Wavelet: peak frequency", positive, unit("Hz")};
constexpr Parameter delay{"delay", 1.5, "Wavelet: time of its peak, in periods of the frequency",
                          at_least(1)};
constexpr Parameter source_width{"source_width", 1.0, "Width of a source, in spacings",
                                 at_least(0.5)};
constexpr Parameter sponge_lower{"sponge_lower", Vec3{},
                                 "Widths of the absorbing layers at the lower faces in x, y, z",
                                 non_negative, unit("m")};
constexpr Parameter sponge_upper{"sponge_upper", Vec3{},
                                 "Widths of the absorbing layers at the upper faces in x, y, z",
                                 non_negative, unit("m")};
constexpr Parameter sponge_reflection{"sponge_reflection", 1e-3,
                                      "What is left of a wave that has been through a layer twice",
                                      above(0), below(1)};
constexpr Parameter radiative_speed{"radiative_speed", 0.0,
                                    "Speed of waves that leave through radiative faces",
                                    non_negative, unit("m/s")};
constexpr Parameter near{"near", 0.1, "The field error is 0 where a source is nearer than this",
                         positive, unit("m")};

constexpr Field pressure = Field{"pressure", "Pressure", unit("Pa")}.past_levels(1);
constexpr Field velocity = Field{"velocity", "Wave speed", unit("m/s")}.no_boundary();
constexpr Field kept = Field{"kept", "What the layers leave of a wave in a step"}.no_boundary();
constexpr Field source = Field{"source", "Shape of the sources"}.no_boundary();
constexpr Derived damping{"damping", "Damping rate of the layers", unit("1/s")};
constexpr Derived energy{"energy", "Energy density of the pressure's rate of change, times density",
                         unit("Pa2/m2")};
constexpr Derived error{"error", "Pressure minus that of the sources in an infinite medium"};
constexpr Scalar greatest_velocity{"greatest_velocity", "Greatest wave speed", Reduce::max,
                                   unit("m/s")};

// Sources.
namespace {

constexpr const Parameter<List<Real>>* coordinates[] = {&source_x, &source_y, &source_z};

struct PointSource {
  Vec3 place;
  Real amplitude;
};

/// In the directions that the grid has. Throws Error acoustic/sources.
std::vector<PointSource> sources_of(const Block& block) {
  const std::vector<Real> x[] = {block[source_x], block[source_y], block[source_z]};
  const std::vector<Real> a = block[amplitude];
  const std::size_t n = x[0].size();
  std::vector<PointSource> sources(n);
  for (int d = 0; d < block.dimensions(); ++d) {
    if (x[d].size() != n)
      refuse(block, *coordinates[d], "acoustic/sources",
             "AcousticWave::source_x has " + std::to_string(n) + " numbers, source_" + "xyz"[d] +
                 " has " + std::to_string(x[d].size()),
             "give every source one coordinate in each direction");
    for (std::size_t i = 0; i < n; ++i) sources[i].place[d] = x[d][i];
  }
  if (a.size() != 1 && a.size() != n)
    refuse(block, amplitude, "acoustic/sources",
           "AcousticWave::amplitude has " + std::to_string(a.size()) + " numbers, there are " +
               std::to_string(n) + " sources",
           "give one amplitude for all, or one for each source");
  for (std::size_t i = 0; i < n; ++i) sources[i].amplitude = a.size() == 1 ? a[0] : a[i];
  return sources;
}

void check_places(const Block& block) {
  const Vec3 lower = block.domain_lower(), upper = block.domain_upper();
  const std::vector<PointSource> sources = sources_of(block);
  for (std::size_t i = 0; i < sources.size(); ++i)
    for (int d = 0; d < block.dimensions(); ++d)
      if (const Real x = sources[i].place[d]; x < lower[d] || x > upper[d])
        refuse(block, *coordinates[d], "acoustic/sources",
               "source " + std::to_string(i + 1) + " of AcousticWave lies outside the domain: " +
                   "xyz"[d] + " = " + text_of(x) + " m",
               "set AcousticWave::source_" + std::string(1, "xyz"[d]) + " within grid.domain");
}

Ricker wavelet_of(const Block& block) {
  return {block[frequency], block[delay] / block[frequency]};
}

Real largest_spacing(const Block& block) {
  Real h = block.spacing(0);
  for (int d = 1; d < block.dimensions(); ++d) h = block.spacing(d) > h ? block.spacing(d) : h;
  return h;
}

}  // namespace

// A Gaussian G of width s, times (D + 2)/2 - r^2/(2 s^2): its integral is 1 and its second moments
// vanish, so that what it emits differs from the waves of a point by s^4. Gaussians of width >= h
// sampled at distances h have the integral 1 to 1e-8.
static void set_source(Block& block) {
  const auto result = block.write(source);
  const std::vector<PointSource> sources = sources_of(block);
  const int dimensions = block.dimensions();
  const Real width = block[source_width] * largest_spacing(block);
  const Real b = 1 / (2 * width * width);
  constexpr Real nothing_left = 50;  // exp(-50) = 2e-22
  const Real height = pow(b / pi_number, 0.5 * dimensions), c = 0.5 * dimensions + 1;
  block.for_each("source", [=, &sources](const Point& p) {
    Real sum = 0;
    for (const PointSource& s : sources) {
      const Real u = b * p.r2(s.place);
      if (u > nothing_left) continue;
      sum += s.amplitude * (height * ((c - u) * exp(-u)));
    }
    result(p) = sum;
  });
}

// The medium.

template <class Function>
static void set_velocity(Block& block, const Function& f) {
  const auto result = block.write(velocity);
  block.for_each("velocity", [=](const Point& p) { result(p) = f(p); });
}

static void velocity_constant(Block& block) {
  const Real v = block[speed];
  set_velocity(block, [v](const Point&) { return v; });
}
/// Throws Error acoustic/velocity.
static void velocity_expression(Block& block) {
  const auto f = block[profile];
  if (f.uses_time())
    refuse(block, profile, "acoustic/velocity",
           "AcousticWave::profile changes with time, the medium does not",
           "leave t out of the formula");
  const auto result = block.write(velocity);
  const Real most = block[fastest] * (1 + 1e-9);  // formulas are rounded
  std::mutex finding;
  std::optional<Real> wrong;
  block.for_each("velocity", [=, &finding, &wrong](const Point& p) {
    const Real v = result(p) = f(p);
    if (v > 0 && v <= most) return;
    const std::scoped_lock lock(finding);
    wrong = v;
  });
  if (wrong)
    refuse(block, profile, "acoustic/velocity",
           "AcousticWave::profile gives the wave speed " + text_of(*wrong) +
               " m/s, AcousticWave::fastest is " + text_of(block[fastest]) + " m/s",
           "let profile be above 0 and at most fastest everywhere on the grid");
}
static void velocity_file(Block& block) { set_velocity(block, block[model]); }

/// Of points below the upper face of the last direction.
static auto depth_in(const Block& block) {
  return [down = block.dimensions() - 1, upper = block.domain_upper()](const Point& p) {
    const Real height[] = {p.x(), p.y(), p.z()};
    return upper[down] - height[down];
  };
}
static void velocity_layers(Block& block) {
  const TableValue<1> v = block[layers];
  set_velocity(block, [v, depth = depth_in(block)](const Point& p) { return v(depth(p)); });
}
static void velocity_section(Block& block) {
  const TableValue<2> v = block[section];
  set_velocity(block, [v, depth = depth_in(block)](const Point& p) { return v(p.x(), depth(p)); });
}

// The exponent of Cerjan et al. (Geophysics 50, 705-708, 1985), in seconds instead of steps: the
// rate grows with the square of the depth in the layer, and a wave that goes through it, to the
// face and back is left with exp(-2 integral of rate / v dx) = sponge_reflection.
namespace {

class Layers {
 public:
  explicit Layers(const Block& block)
      : widths_{block[sponge_lower], block[sponge_upper]},
        lower_(block.domain_lower()),
        upper_(block.domain_upper()),
        strength_(-1.5 * log(block[sponge_reflection])),
        dimensions_(block.dimensions()) {}

  /// Damping rate where the wave speed is v.
  Real rate(const Point& p, Real v) const {
    const Real x[] = {p.x(), p.y(), p.z()};
    Real sum = 0;
    for (int d = 0; d < dimensions_; ++d)
      for (int side = 0; side < 2; ++side) {
        const Real width = widths_[side][d],
                   from_face = side == 0 ? x[d] - lower_[d] : upper_[d] - x[d];
        if (width == 0 || from_face >= width) continue;
        const Real depth = 1 - from_face / width;
        sum += depth * depth / width;
      }
    return strength_ * v * sum;
  }

 private:
  Vec3 widths_[2], lower_, upper_;
  Real strength_;
  int dimensions_;
};

}  // namespace

static void set_kept(Block& block) {
  const auto v = block.read(velocity);
  const auto result = block.write(kept);
  const Layers layers(block);
  const Real dt = block.dt();
  block.for_each("kept", [=](const Point& p) { result(p) = exp(-layers.rate(p, v(p)) * dt); });
}

static void start_at_rest(Block& block) {
  const auto now = block.write(pressure), old = block.write(past(pressure));
  block.for_each(
      "rest", KOKKOS_LAMBDA(const Point& p) {
        now(p) = 0;
        old(p) = 0;
      });
}

// The evolution. With w = exp(s t) u the equation (Kosloff and Kosloff, J. Comput. Phys. 63,
// 363-376, 1986) is w_tt = exp(s t) v^2 (laplacian(u) + f S); leapfrog of w leaves exp(-s dt) of
// each level in a step. Then no damping, however strong, makes the stable step smaller.

template <int n>
static void evolve(Block& block) {
  const auto u = block.read(pressure), old = block.read(past(pressure));
  const auto v = block.read(velocity), left = block.read(kept), shape = block.read(source);
  const auto result = block.write(next(pressure));
  const Real dt = block.dt(), f = wavelet_of(block)(block.time());
  block.for_each(
      "evolve", KOKKOS_LAMBDA(const Point& p) {
        const Real c = v(p) * dt;
        const Real pull = (c * c) * (laplacian<n>(u, p) + f * shape(p));
        result(p) = left(p) * ((2 * u(p) + pull) - left(p) * old(p));
      });
}

// Analysis.

static void damping_rate(Block& block) {
  const auto v = block.read(velocity);
  const auto result = block.write(damping);
  const Layers layers(block);
  block.for_each("damping", [=](const Point& p) { result(p) = layers.rate(p, v(p)); });
}

static void energy_density(Block& block) {
  const auto now = block.read(pressure), old = block.read(past(pressure)), v = block.read(velocity);
  const auto e = block.write(energy);
  const Real rate = 1 / block.dt();
  block.for_each(
      "energy", KOKKOS_LAMBDA(const Point& p) {
        const Real t = rate * (now(p) - old(p)) / v(p), x = d1(now, p, X), y = d1(now, p, Y),
                   z = d1(now, p, Z);
        e(p) = 0.5 * (t * t + ((x * x + y * y) + z * z));
      });
}

static void reduce_velocity(Block& block) {
  const auto v = block.read(velocity);
  block.reduce(greatest_velocity, [=](const Point& p) { return v(p); });
}

static void compare(Block& block) {
  const auto u = block.read(pressure);
  const auto e = block.write(error);
  const std::vector<PointSource> sources = sources_of(block);
  const auto wave = block.dimensions() == 1 ? wave_1d : block.dimensions() == 2 ? wave_2d : wave_3d;
  const Ricker f = wavelet_of(block);
  const std::string_view from = block[velocity_from];
  if (from != "constant") {  // no wave to compare with; the sign shows that the pressure is read
    constexpr Real unknown = std::numeric_limits<Real>::quiet_NaN();
    return block.for_each("none", [=](const Point& p) { e(p) = std::copysign(unknown, u(p)); });
  }
  const Real t = block.time(), v = block[speed], least = block[near];
  block.for_each("error", [=, &sources](const Point& p) {
    Real sum = 0;
    bool is_near = false;
    for (const PointSource& s : sources) {
      const Real r = sqrt(p.r2(s.place));
      is_near = is_near || r < least;
      if (!is_near) sum += s.amplitude * wave(f, t, r, v);
    }
    e(p) = is_near ? 0 : u(p) - sum;
  });
}

static Real fastest_speed(const Block& block) {
  const std::string_view from = block[velocity_from];
  if (from == "constant") return block[speed];
  if (from == "file") return block[model].max();
  if (from == "layers") return block[layers].max();
  if (from == "section") return block[section].max();
  if (block[fastest] > 0) return block[fastest];
  refuse(block, velocity_from, "acoustic/fastest",
         "AcousticWave::fastest is not set, but the wave speed is a formula",
         "set it to the greatest value of AcousticWave::profile");
}

static Real courant_limit(const Block& block) {
  check_places(block);
  Real h = block.spacing(0);
  for (int d = 1; d < block.dimensions(); ++d) h = block.spacing(d) < h ? block.spacing(d) : h;
  return h / fastest_speed(block);
}

// Operations: a laplacian of order 2, 4, 6 takes 12, 24, 33, the rest 10.
template <int n>
static void declare_evolution(ThornBuilder& thorn, std::string_view name) {
  thorn.at(Evolve, name, evolve<n>)
      .reads(pressure, stencil(n / 2))
      .reads(past(pressure), velocity, kept, source)
      .writes(next(pressure))
      .flops(n == 2   ? 22
             : n == 4 ? 34
                      : 43)
      .when(order, n);
}

CARDON_THORN(AcousticWave) {
  thorn.summary("Acoustic waves in a velocity model, with point sources and absorbing layers");
  thorn.parameters(order, velocity_from, speed, profile, fastest, model, layers, section, source_x,
                   source_y, source_z, amplitude, frequency, delay, source_width, sponge_lower,
                   sponge_upper, sponge_reflection, radiative_speed, near);
  thorn.evolves(pressure);
  thorn.auxiliary(velocity, kept, source);
  thorn.derives(damping.no_boundary(), energy, error.no_boundary());
  thorn.scalars(greatest_velocity);
  thorn.limits_step("courant", courant_limit);
  thorn.radiates(pressure, radiative_speed);

  thorn.at(Initial, "rest", start_at_rest).writes(pressure, past(pressure));
  thorn.at(Initial, "constant", velocity_constant).writes(velocity).when(velocity_from, "constant");
  thorn.at(Initial, "expression", velocity_expression)
      .writes(velocity)
      .when(velocity_from, "expression");
  thorn.at(Initial, "file", velocity_file).writes(velocity).when(velocity_from, "file");
  thorn.at(Initial, "layers", velocity_layers).writes(velocity).when(velocity_from, "layers");
  thorn.at(Initial, "section", velocity_section).writes(velocity).when(velocity_from, "section");
  thorn.at(Initial, "kept", set_kept).reads(velocity).writes(kept);
  thorn.at(Initial, "source", set_source).writes(source);
  declare_evolution<2>(thorn, "evolve_2");
  declare_evolution<4>(thorn, "evolve_4");
  declare_evolution<6>(thorn, "evolve_6");
  thorn.at(Analysis, "damping", damping_rate).reads(velocity).writes(damping);
  thorn.at(Analysis, "energy", energy_density)
      .reads(pressure, stencil(1))
      .reads(past(pressure), velocity)
      .writes(energy);
  thorn.at(Analysis, "greatest", reduce_velocity).reads(velocity).reduces(greatest_velocity);
  thorn.at(Analysis, "error", compare).reads(pressure).writes(error);
}
