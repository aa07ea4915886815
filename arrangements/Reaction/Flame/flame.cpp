// SPDX-License-Identifier: Apache-2.0
// A flame front whose chemistry is integrated in as many sub-steps as each point needs:
//   d/dt c = D laplacian(c) + k c (1 - c)
// (A. Kolmogorov, I. Petrovsky, N. Piskunov, Bull. Univ. Moscow A 1(6), 1-25, 1937; R. Fisher, Ann.
// Eugenics 7, 355-369, 1937).
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter diffusivity{"diffusivity", 0.02, "Diffusivity D", positive, unit("m^2/s")};
constexpr Parameter rate{"rate", 8.0, "Rate k of the reaction", positive, unit("1/s")};
constexpr Parameter tolerance{
    "tolerance", 1e-5, "Maximum change of c by the reaction in a sub-step, within max_substeps",
    positive};
constexpr Parameter max_substeps{"max_substeps", 400,
                                 "Maximum number of sub-steps of a point in a time step", positive};
constexpr Parameter initial{"initial", "spark", "Initial data", one_of("spark", "expression")};
constexpr Parameter centre{"centre", Vec3{0, 0, 0}, "Spark: centre", unit("m"), formerly("center")};
constexpr Parameter radius{"radius", 0.15, "Spark: radius", positive, unit("m")};
constexpr Expression profile{"profile", "0", "Expression: c as a function of x, y, z, r"};
constexpr Parameter suppressed{"suppressed", false,
                               "A jet of suppressant aims at the point that reacts fastest"};
constexpr Parameter jet_width{"jet_width", 0.15, "Suppressed: radius of the jet", positive,
                              unit("m")};
constexpr Parameter jet_strength{"jet_strength", 40.0,
                                 "Suppressed: rate at which the jet reduces c at its centre, in "
                                 "units of the norm of the reaction",
                                 non_negative};
constexpr Expression exact{"exact", "0", "Reference solution for the derived field error"};

constexpr Evolved c{"c", "Progress of the reaction: 0 fresh, 1 burnt"};
constexpr Field substeps =
    Derived{"substeps", "Sub-steps of the chemistry at a point"}.no_boundary();
constexpr Field error =
    Derived{"error", "c minus the formula in the parameter exact"}.no_boundary();
constexpr Scalar max_rate{"max_rate", "Largest k c (1 - c)", Reduce::max, unit("1/s")};
constexpr Scalar burning{"burning", "l2 norm of k c (1 - c)", Reduce::l2, unit("1/s")};
constexpr EvolvedScalar used{"used", "Suppressant used so far: the integral of s N over time"};
constexpr Scalar total_substeps{"total_substeps", "Sub-steps of all points", Reduce::sum};

namespace {

KOKKOS_FUNCTION void spark(Point p, Write<c> now, Value<centre> middle, Value<radius> width) {
  now(p) = exp(-p.r2(middle) / (width * width));
}

void expression(Point p, Write<c> now, const Value<profile>& f) { now(p) = f(p); }

/// k, the length of the step, and how it is divided.
struct Chemistry {
  Value<::rate> rate;
  Value<::tolerance> tolerance;
  Value<max_substeps> limit;
  GridView grid;

  KOKKOS_INLINE_FUNCTION int steps(Real v) const {
    const Real wanted = ceil(abs(rate * v * (1 - v)) * grid.dt / tolerance);
    return wanted < 1 ? 1 : wanted < limit ? int(wanted) : limit;
  }
  /// Mean rate of c over the step: midpoint rule in each sub-step.
  KOKKOS_INLINE_FUNCTION Real mean_rate(Real v) const {
    const int count = steps(v);
    const Real s = grid.dt / count;
    Real now = v;
    for (int n = 0; n < count; ++n) {
      const Real half = now + 0.5 * s * (rate * now * (1 - now));
      now += s * (rate * half * (1 - half));
    }
    return (now - v) / grid.dt;
  }
};

KOKKOS_FUNCTION void evolve(Point p, Read<c, 1> now, Write<rhs<c>> result, Value<diffusivity> d,
                            const Chemistry& chemistry) {
  result(p) = d * laplacian(now, p) + chemistry.mean_rate(now(p));
}

KOKKOS_INLINE_FUNCTION Real reaction(Real v, Real rate) { return rate * (v * (1 - v)); }

void find_max_rate(Point p, Read<c> now, Combine<max_rate> largest, Value<rate> k) {
  largest(p) = reaction(now(p), k);
}

void find_norm(Point p, Read<c> now, Combine<burning> norm, Value<rate> k) {
  norm(p) = reaction(now(p), k);
}

/// A jet as strong as the fire of the same stage. Its position is seen two steps late, so nobody
/// waits for it.
struct Jet {
  Vec3 centre;
  Real rate, width;
  static Jet prepare(Read<lagged<max_rate, 2>> seen, Read<burning> fire,
                     Value<jet_strength> strength, Value<jet_width> width) {
    return {seen.position, strength * fire, width};
  }
};

void start_jet(Write<used> amount) { amount = 0; }

void use_up(Read<burning> fire, Value<jet_strength> strength, Write<rhs<used>> flow) {
  flow = strength * fire;
}

KOKKOS_FUNCTION void evolve_suppressed(Point p, Read<c, 1> now, Write<rhs<c>> result,
                                       Value<diffusivity> d, const Chemistry& chemistry, Jet jet) {
  const Real falls = jet.rate * exp(-p.r2(jet.centre) / (jet.width * jet.width));
  result(p) = (d * laplacian(now, p) + chemistry.mean_rate(now(p))) - falls * now(p);
}

KOKKOS_FUNCTION void count_substeps(Point p, Read<c> now, Write<substeps> count,
                                    const Chemistry& chemistry) {
  count(p) = chemistry.steps(now(p));
}

void sum_substeps(Point p, Read<c> now, Combine<total_substeps> total, const Chemistry& chemistry) {
  total(p) = chemistry.steps(now(p));
}

// Without the jet, outputs may ask for what the fire is like, but nothing is used up.
void declare_jet(ThornBuilder& thorn) {
  thorn.at<find_max_rate>(Initial, "max_rate_at_start").when(suppressed);
  thorn.at<find_max_rate>(PostStep, "max_rate").when(suppressed);
  thorn.at<find_max_rate>(Analysis, "free_max_rate").when(suppressed, false);
  thorn.at<find_norm>(EvolveRhs, "burning").when(suppressed);
  thorn.at<find_norm>(Analysis, "free_burning").when(suppressed, false);
  thorn.at<evolve_suppressed>(EvolveRhs, "rhs_suppressed").when(suppressed);
  thorn.at<start_jet>(Initial).when(suppressed);
  thorn.at<use_up>(EvolveRhs).when(suppressed);
}

}  // namespace

CARDON_THORN(Flame) {
  thorn.summary("A flame front: sub-steps of chemistry that differ from point to point");
  thorn.cites("M. J. Ablowitz and A. Zeppetella, Bull. Math. Biol. 41, 835-840, 1979");
  thorn.parameters(diffusivity, rate, tolerance, max_substeps, initial, suppressed);
  // The chemistry has steps of its own.
  thorn.limits_step<diffusive<diffusivity>>("diffusion");

  thorn.at<spark>(Initial).when(initial, "spark");
  thorn.at<expression>(Initial).when(initial, "expression");
  thorn.at<evolve>(EvolveRhs, "rhs").when(suppressed, false);
  declare_jet(thorn);
  thorn.at<count_substeps>(Analysis, "substeps");
  thorn.at<difference<c, exact, error>>(Analysis, "error");
  thorn.at<sum_substeps>(Analysis, "total_substeps");
}
