// SPDX-License-Identifier: Apache-2.0
// A thorn whose tasks do other things than they declare, one kind each, chosen by the parameter
// `mistake`. What a signature declares it also gives, so that most of them take a Block.
#include <unistd.h>

#include <cardon/thorn.hpp>
#include <cmath>
#include <cstdlib>

using namespace cardon;

constexpr Parameter mistake{
    "mistake", "none", "What is wrong",
    one_of("none", "stencil", "undeclared", "stray", "wide", "nothing", "next", "some", "nan",
           "exit", "forgotten", "initial", "stripes", "never")};
constexpr Parameter forgotten{"forgotten", 1.0, "Not declared by the thorn"};
constexpr Evolved phi{"phi", "Scalar field"};
constexpr Field psi = Field{"psi", "Another field"}.no_boundary();
constexpr Evolved chi{"chi", "A field that the integrator advances"};
constexpr Evolved eta = Evolved{"eta", "A field with a past level"}.past_levels(1);

static void start(Points points, Write<phi> u, Write<psi> v, Write<chi> w, Write<eta> a,
                  Write<past<eta>> b, const Value<mistake>& what) {
  const bool forgets = what == "initial";
  points.each(KOKKOS_LAMBDA(const Point& p) {
    u(p) = v(p) = a(p) = b(p) = sin(p.x());
    if (!forgets) w(p) = sin(p.x());
  });
}

template <int radius>
static void honest(Point p, Read<phi, radius> u, Write<next<phi>> new_u) {
  new_u(p) = u(p) + 0.01 * laplacian(u, p);
}

static void beyond(Block& block) {
  auto u = block.read(phi);
  auto new_u = block.write(next(phi));
  block.for_each(
      "beyond", KOKKOS_LAMBDA(const Point& p) { new_u(p) = u(p) + 0.01 * d2<4>(u, p, X); });
}

static void undeclared(Block& block) {
  auto u = block.read(phi), v = block.read(psi);
  auto new_u = block.write(next(phi));
  block.for_each(
      "undeclared", KOKKOS_LAMBDA(const Point& p) { new_u(p) = u(p) + v(p); });
}

static void stray(Point p, Read<phi> u, Write<next<phi>> new_u) {
  Point neighbour = p;
  ++neighbour.a;
  new_u(p) = u(p);
  new_u(neighbour) = 0;
}

static void rate(Block& block) {
  auto w = block.read(chi);
  auto dw = block.write(rhs(chi));
  if (block[mistake] == "nothing") return;
  if (block[mistake] == "never" && block.iteration() == 2)
    for (;;) sleep(1);
  const Real c = block[mistake] == "forgotten" ? block[forgotten] : 1;
  const bool ends = block[mistake] == "exit";
  const bool fails = (block[mistake] == "nan" || ends) && block.iteration() == 3;
  const bool looks = ends && block.iteration() > 3;
  const int stride = block[mistake] == "stripes" ? 2 : 1;
  block.for_each(
      "rate", KOKKOS_LAMBDA(const Point& p) {
        if (looks && std::isnan(w(p))) std::exit(0);
        dw(p) = fails ? log(-1 - w(p) * w(p)) : (p.i() % stride - c) * w(p);
      });
}

static void leap(Points points, Read<eta> u, Read<past<eta>> old, Write<next<eta>> new_u,
                 const Value<mistake>& what) {
  if (what == "next") return;
  const int stride = what == "some" ? 2 : 1;
  points.each(KOKKOS_LAMBDA(const Point& p) {
    if (p.i() % stride == 0) new_u(p) = 2 * u(p) - old(p);
  });
}

static Real step(GridView grid) { return grid.spacing[0]; }

CARDON_THORN(Dishonest) {
  thorn.summary("Tasks that do not do what they declare");
  thorn.limits_step<step>();
  thorn.at<start>(Initial);
  thorn.at<honest<1>>(Evolve).when(mistake, "none");
  detail::add_block_task(thorn.declaration(), Evolve, "beyond", beyond)
      .reads(phi, stencil(1))
      .writes(next(phi))
      .when(mistake, "stencil");
  detail::add_block_task(thorn.declaration(), Evolve, "undeclared", undeclared)
      .reads(phi)
      .writes(next(phi))
      .when(mistake, "undeclared");
  thorn.at<stray>(Evolve).when(mistake, "stray");
  for (const char* other :
       {"nothing", "next", "some", "nan", "exit", "forgotten", "initial", "stripes", "never"})
    thorn.at<honest<1>>(Evolve, other).when(mistake, other);
  thorn.at<leap>(Evolve);
  detail::add_block_task(thorn.declaration(), EvolveRhs, "rate", rate).reads(chi).writes(rhs(chi));
  thorn.at<honest<3>>(Evolve, "wide").when(mistake, "wide");
}
