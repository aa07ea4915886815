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
constexpr Parameter coverage{"coverage", 0.05, "Squares: share of the domain that they cover",
                             between(0, 1)};
constexpr Parameter noise{"noise", 0.01, "Squares: relative size of the noise on them",
                          between(0, 1)};
constexpr Expression profile_u{"profile_u", "1", "Expression: u as a function of x, y, z, r"};
constexpr Expression profile_v{"profile_v", "0", "Expression: v as a function of x, y, z, r"};

constexpr Field u{"u", "Concentration of the substrate"};
constexpr Field v{"v", "Concentration of the activator"};

static void set_squares(Block& block) {
  auto a = block.write(u), b = block.write(v);
  const Real side = block[square], share = block[coverage], size = block[noise];
  const RandomStream squares = block.random("squares"), noise_of = block.random("noise");
  block.for_each(
      "squares", KOKKOS_LAMBDA(const Point& p) {
        const int i = int(floor(p.x() / side)), j = int(floor(p.y() / side)),
                  k = int(floor(p.z() / side));
        const bool seeded = squares.uniform(i, j, k) < share;
        a(p) = seeded ? 0.5 * (1 + size * (2 * noise_of.uniform(p) - 1)) : 1;
        b(p) = seeded ? 0.25 * (1 + size * (2 * noise_of.uniform(p, 1) - 1)) : 0;
      });
}

static void set_expression(Block& block) {
  auto a = block.write(u), b = block.write(v);
  const auto f = block[profile_u], g = block[profile_v];
  block.for_each(
      "expression", KOKKOS_LAMBDA(const Point& p) {
        a(p) = f(p);
        b(p) = g(p);
      });
}

static void reaction_rhs(Block& block) {
  auto a = block.read(u), b = block.read(v);
  auto da = block.write(rhs(u)), db = block.write(rhs(v));
  const Real du = block[diffusion_u], dv = block[diffusion_v], f = block[feed],
             loss = block[feed] + block[kill];
  block.for_each(
      "rhs", KOKKOS_LAMBDA(const Point& p) {
        const Real x = a(p), y = b(p), made = x * (y * y);
        da(p) = (du * laplacian(a, p) - made) + f * (1 - x);
        db(p) = (dv * laplacian(b, p) + made) - loss * y;
      });
}

// The limit of forward Euler for the diffusion alone.
static Real diffusion_limit(const Block& block) {
  Real sum = 0;
  for (int d = 0; d < block.dimensions(); ++d) sum += 2 / (block.spacing(d) * block.spacing(d));
  const Real du = block[diffusion_u], dv = block[diffusion_v];
  return 1 / (sum * (du > dv ? du : dv));
}

// The limit of forward Euler, 2 / rate, for the reaction alone: u decays at the rate v^2 + F, v at
// F + k, and v stays below 1 because u feeds it and u + v starts at 1 at most.
static Real reaction_limit(const Block& block) { return 2 / (1 + block[feed] + block[kill]); }

CARDON_THORN(GrayScott) {
  thorn.summary("Gray-Scott reaction and diffusion: patterns of two substances");
  thorn.parameters(diffusion_u, diffusion_v, feed, kill, initial, square, coverage, noise,
                   profile_u, profile_v);
  thorn.evolves(u, v);
  thorn.limits_step("diffusion", diffusion_limit);
  thorn.limits_step("reaction", reaction_limit);

  thorn.at(Initial, "squares", set_squares).writes(u, v).when(initial, "squares");
  thorn.at(Initial, "expression", set_expression).writes(u, v).when(initial, "expression");
  // Operations: two laplacians of 12 (2 u once, 2 per direction, 3 weights, 2 sums), u v^2: 2, and
  // 5 more for u, 4 for v.
  thorn.at(EvolveRhs, "rhs", reaction_rhs).reads(u, v, stencil(1)).writes(rhs(u), rhs(v)).flops(35);
}
