// SPDX-License-Identifier: Apache-2.0
// A thorn whose tasks do other things than they declare, one kind each, chosen by the parameter
// `mistake`.
#include <cardon/thorn.hpp>

using namespace cardon;

constexpr Parameter mistake{"mistake", "none", "What is wrong",
                            one_of("none", "stencil", "undeclared", "stray", "wide", "nothing",
                                   "next", "nan", "forgotten")};
constexpr Parameter forgotten{"forgotten", 1.0, "Not declared by the thorn"};
constexpr Field phi{"phi", "Scalar field"};
constexpr Field psi{"psi", "Another field"};
constexpr Field chi{"chi", "A field that the integrator advances"};
constexpr Field eta{"eta", "A field with a past level"};

static void start(Block& block) {
  auto u = block.write(phi), v = block.write(psi), w = block.write(chi);
  auto a = block.write(eta), b = block.write(past(eta));
  block.for_each(
      "start", KOKKOS_LAMBDA(const Point& p) { u(p) = v(p) = w(p) = a(p) = b(p) = sin(p.x()); });
}

static void honest(Block& block) {
  auto u = block.read(phi);
  auto new_u = block.write(next(phi));
  block.for_each(
      "honest", KOKKOS_LAMBDA(const Point& p) { new_u(p) = u(p) + 0.01 * laplacian(u, p); });
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

static void stray(Block& block) {
  auto u = block.read(phi);
  auto new_u = block.write(next(phi));
  block.for_each(
      "stray", KOKKOS_LAMBDA(const Point& p) {
        Point neighbour = p;
        ++neighbour.a;
        new_u(p) = u(p);
        new_u(neighbour) = 0;
      });
}

static void rate(Block& block) {
  auto w = block.read(chi);
  auto dw = block.write(rhs(chi));
  if (block[mistake] == "nothing") return;
  const Real c = block[mistake] == "forgotten" ? block[forgotten] : 1;
  const bool fails = block[mistake] == "nan" && block.iteration() == 3;
  block.for_each(
      "rate", KOKKOS_LAMBDA(const Point& p) { dw(p) = fails ? log(-1 - w(p) * w(p)) : -c * w(p); });
}

static void leap(Block& block) {
  auto u = block.read(eta), old = block.read(past(eta));
  auto new_u = block.write(next(eta));
  if (block[mistake] == "next") return;
  block.for_each(
      "leap", KOKKOS_LAMBDA(const Point& p) { new_u(p) = 2 * u(p) - old(p); });
}

static Real step(const Block& block) { return block.spacing(0); }

CARDON_THORN(Dishonest) {
  thorn.summary("Tasks that do not do what they declare");
  thorn.parameters(mistake);
  thorn.evolves(phi, chi, eta.past_levels(1));
  thorn.auxiliary(psi.no_boundary());
  thorn.limits_step("step", step);
  thorn.at(Initial, "start", start).writes(phi, psi, chi, eta, past(eta));
  thorn.at(Evolve, "honest", honest).reads(phi, stencil(1)).writes(next(phi)).when(mistake, "none");
  thorn.at(Evolve, "beyond", beyond)
      .reads(phi, stencil(1))
      .writes(next(phi))
      .when(mistake, "stencil");
  thorn.at(Evolve, "undeclared", undeclared)
      .reads(phi)
      .writes(next(phi))
      .when(mistake, "undeclared");
  thorn.at(Evolve, "stray", stray).reads(phi).writes(next(phi)).when(mistake, "stray");
  for (const char* other : {"nothing", "next", "nan", "forgotten"})
    thorn.at(Evolve, other, honest).reads(phi, stencil(1)).writes(next(phi)).when(mistake, other);
  thorn.at(Evolve, "leap", leap).reads(eta, past(eta)).writes(next(eta));
  thorn.at(EvolveRhs, "rate", rate).reads(chi).writes(rhs(chi));
  thorn.at(Evolve, "wide", honest).reads(phi, stencil(3)).writes(next(phi)).when(mistake, "wide");
}
