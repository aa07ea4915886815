// SPDX-License-Identifier: Apache-2.0
// Gray-Scott reaction of a substrate u and an activator v that diffuse:
//   d/dt u = Du laplacian(u) - u v^2 + F (1 - u),   d/dt v = Dv laplacian(v) + u v^2 - (F + k) v
#include <cardon/thorn.hpp>

using namespace cardon;

constexpr Parameter diffusion_u{"diffusion_u", 2e-5, "Diffusivity Du of u", positive,
                                unit("m^2/s")};
constexpr Parameter diffusion_v{"diffusion_v", 1e-5, "Diffusivity Dv of v", positive,
                                unit("m^2/s")};
constexpr auto feed = Parameter{"feed", 0.037, "Rate F at which u flows in and both flow out",
                                non_negative, unit("1/s")}
                          .steerable();
constexpr auto kill =
    Parameter{"kill", 0.06, "Rate k at which v decays", non_negative, unit("1/s")}.steerable();
constexpr Parameter initial{"initial", "squares", "Initial data", one_of("squares", "expression")};
constexpr Parameter square{"square", 0.1, "Squares: side of a square", positive, unit("m")};
constexpr Parameter coverage{"coverage", 0.05, "Squares: fraction of the domain covered",
                             between(0, 1)};
constexpr Parameter noise{"noise", 0.01, "Squares: relative amplitude of the noise", between(0, 1)};
constexpr Expression profile_u{"profile_u", "1", "Expression: u as a function of x, y, z, r"};
constexpr Expression profile_v{"profile_v", "0", "Expression: v as a function of x, y, z, r"};

constexpr Evolved u{"u", "Concentration of the substrate"};
constexpr Evolved v{"v", "Concentration of the activator"};

namespace {

struct Streams {
  RandomStream squares, noise;
  static Streams prepare(Context context) {
    return {context.random("squares"), context.random("noise")};
  }
};

KOKKOS_FUNCTION void squares(Point p, Write<u> a, Write<v> b, Value<square> side,
                             Value<coverage> share, Value<noise> size, Streams random) {
  const int i = int(floor(p.x() / side)), j = int(floor(p.y() / side)),
            k = int(floor(p.z() / side));
  const bool seeded = random.squares.uniform(i, j, k) < share;
  a(p) = seeded ? 0.5 * (1 + size * (2 * random.noise.uniform(p) - 1)) : 1;
  b(p) = seeded ? 0.25 * (1 + size * (2 * random.noise.uniform(p, 1) - 1)) : 0;
}

void expression(Point p, Write<u> a, Write<v> b, const Value<profile_u>& f,
                const Value<profile_v>& g) {
  a(p) = f(p);
  b(p) = g(p);
}

KOKKOS_FUNCTION void reaction_rhs(Point p, Read<u, 1> a, Read<v, 1> b, Write<rhs<u>> da,
                                  Write<rhs<v>> db, Value<diffusion_u> du, Value<diffusion_v> dv,
                                  Value<feed> f, Value<kill> k) {
  const Real x = a(p), y = b(p), made = x * (y * y);
  da(p) = (du * laplacian(a, p) - made) + f * (1 - x);
  db(p) = (dv * laplacian(b, p) + made) - (f + k) * y;
}

// The limit of forward Euler for the diffusion alone.
Real diffusion(GridView grid, Value<diffusion_u> du, Value<diffusion_v> dv) {
  return 1 / (grid.laplacian_rate() * (du > dv ? du : dv));
}

// The limit of forward Euler, 2 / rate, for the reaction alone: u decays at the rate v^2 + F, v at
// F + k, and v stays below 1 because u feeds it and u + v starts at 1 at most.
Real reaction(Value<feed> f, Value<kill> k) { return 2 / (1 + f + k); }

}  // namespace

CARDON_THORN(GrayScott) {
  thorn.summary("Gray-Scott reaction and diffusion: patterns of two substances");
  thorn.cites("J. E. Pearson, Science 261, 189, 1993");
  thorn.limits_step<diffusion>();
  thorn.limits_step<reaction>();
  thorn.parameters(initial);

  thorn.at<squares>(Initial).when(initial, "squares");
  thorn.at<expression>(Initial).when(initial, "expression");
  // Operations: two laplacians of 12 (2 u once, 2 per direction, 3 weights, 2 sums), u v^2: 2, and
  // 5 more for u, 4 for v.
  thorn.at<reaction_rhs>(EvolveRhs, "rhs").flops(35);
}
