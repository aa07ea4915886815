// SPDX-License-Identifier: Apache-2.0
// For tests: sound in a viscous medium between walls that it sticks to, which enters and leaves by
// characteristics. With channel.c and channel.f90 it shows what boundaries of thorns do in each
// language, and uses vectors, formulas, tables, random numbers, implicit stages and the end of a
// run.
#include <cardon/thorn.hpp>
#include <optional>
using namespace cardon;

constexpr Parameter sound{"sound", 1.0, "Speed of sound c", positive, unit("m/s")};
constexpr Parameter density{"density", 1.25, "Density rho", positive, unit("kg/m^3")};
constexpr Parameter viscosity{"viscosity", 0.0, "Kinematic viscosity", at_least(0), unit("m^2/s")};
constexpr Parameter force{"force", 0.0, "Acceleration along x", unit("m/s^2")};
constexpr Parameter wall{"wall", 0.0, "Speed of the walls along x", unit("m/s")};
constexpr Parameter drag{"drag", 0.0, "Rate at which the flow is braked", at_least(0), unit("1/s")};
constexpr Parameter stiff{"stiff", false, "The drag is computed in implicit stages"};
constexpr Parameter shear{"shear", 0.0, "At the start: speed of a shear flow", unit("m/s")};
constexpr Parameter pulse{"pulse", 0.0, "At the start: pressure of a pulse", unit("Pa")};
constexpr Parameter noise{"noise", 0.0, "At the start: size of random speeds", unit("m/s")};
constexpr Expression entering{"entering", "0", "p - rho c v_n of what enters, in Pa"};
constexpr Parameter shaped{"shaped", false, "What enters is multiplied by the table"};
constexpr DataTable<1> shape{"shape", "Shape of what enters against y"};

constexpr Field pressure{"p", "Pressure, less that at rest", unit("Pa")};
constexpr Field velocity = Field{"v", "Velocity", unit("m/s")}.plane_vector();
constexpr Scalar flow{"flow", "Mean momentum along x at the end", Reduce::mean, unit("kg/m^2/s")};

static void start(Block& block) {
  auto p = block.write(pressure);
  auto v = block.write_components(velocity);
  const Real a = block[pulse], b = block[shear], c = block[noise];
  const RandomStream random = block.random("noise");
  block.for_each("start", [=](const Point& at) {
    const Real s = 10 * (at.x() - 0.5);
    p(at) = a * exp(-s * s);
    v[0](at) = b * sin(pi_number * at.y()) + c * random.normal(at);
    v[1](at) = c * random.normal(at, 1);
  });
}

static void move(Block& block, Real braking) {
  auto p = block.read(pressure);
  auto v = block.read_components(velocity);
  auto dp = block.write(rhs(pressure));
  auto dv = block.write_components(velocity, FieldRef::rhs_level);
  const Real volume = 1 / block[density], nu = block[viscosity], f = block[force];
  const Real modulus = block[density] * block[sound] * block[sound];
  block.for_each("move", [=](const Point& at) {
    dp(at) = -modulus * (d1(v[0], at, X) + d1(v[1], at, Y));
    dv[0](at) = (nu * laplacian(v[0], at) - volume * d1(p, at, X)) + (f - braking * v[0](at));
    dv[1](at) = (nu * laplacian(v[1], at) - volume * d1(p, at, Y)) - braking * v[1](at);
  });
}
static void move_and_brake(Block& block) { move(block, block[drag]); }
static void move_freely(Block& block) { move(block, 0); }

static void brake(Block& block) {
  auto old = block.read_components(velocity);
  auto v = block.write_components(velocity);
  const Real left = 1 / (1 + block.implicit_step() * block[drag]);
  block.for_each("brake", [=](const Point& at) {
    for (int c = 0; c < 2; ++c) v[c](at) = left * old[c](at);
  });
}

/// At the wall the velocity is that of the wall, outside it is continued; the pressure has no
/// slope.
static void stick(Block& block) {
  auto old_p = block.read(pressure);
  auto old_v = block.read_components(velocity);
  auto p = block.write(pressure);
  auto v = block.write_components(velocity);
  const FaceLayer& face = block.face();
  const Real along = face.direction == 0 ? 0 : block[wall];
  block.for_each("no_slip", [=](const Point& at) {
    p(at) = (4 * face.inside(old_p, at, 1) - face.inside(old_p, at, 2)) / 3;
    for (int c = 0; c < 2; ++c)
      v[c](at) = face.depth == 0 ? (c == 0 ? along : 0)
                                 : 2 * face.inside(old_v[c], at, 1) - face.inside(old_v[c], at, 2);
  });
}

/// What leaves, p + rho c v_n, comes from inside along a straight line; what enters is given.
static void open(Block& block) {
  auto old_p = block.read(pressure);
  auto old_v = block.read_components(velocity);
  auto p = block.write(pressure);
  auto v = block.write_components(velocity);
  const FaceLayer& face = block.face();
  const int n = face.direction, tangent = 1 - n;
  const Real z = face.outward() * block[density] * block[sound];
  const auto given = block[entering];
  std::optional<TableValue<1>> table;
  if (block[shaped]) table = block[shape];
  block.for_each("open", [=](const Point& at) {
    const Real near = face.inside(old_p, at, 1) + z * face.inside(old_v[n], at, 1);
    const Real far = face.inside(old_p, at, 2) + z * face.inside(old_v[n], at, 2);
    const Real out = 2 * near - far, in = table ? given(at) * (*table)(at.y()) : given(at);
    p(at) = 0.5 * (out + in);
    v[n](at) = 0.5 * (out - in) / z;
    v[tangent](at) = 2 * face.inside(old_v[tangent], at, 1) - face.inside(old_v[tangent], at, 2);
  });
}

static void measure(Block& block) {
  auto v = block.read(FieldRef("v_x"));
  const Real rho = block[density];
  block.reduce(flow, [=](const Point& at) { return rho * v(at); });
}

static Real limit(const Block& block) {
  if (block[viscosity] > 1)
    warn(block, viscosity, "channel/thick", "the viscosity makes steps short", "set it below 1");
  Real h = block.spacing(0);
  for (int d = 1; d < block.dimensions(); ++d) h = std::min(h, block.spacing(d));
  return h / (block[sound] + 8 * block[viscosity] / h);
}

CARDON_THORN(Channel) {
  thorn.summary("Sound in a channel");
  thorn.authors("A. Author", "B. Author");
  thorn.cites("K. W. Thompson, J. Comput. Phys. 68, 1, 1987");
  thorn.parameters(sound, density, viscosity, force, wall, drag, stiff, shear, pulse, noise,
                   entering, shaped, shape);
  thorn.evolves(pressure, velocity);
  thorn.scalars(flow);
  thorn.limits_step("courant", limit);
  thorn.at(Initial, "start", start).writes(pressure, velocity);
  thorn.at(EvolveRhs, "move_and_brake", move_and_brake)
      .reads(pressure, velocity, stencil(1))
      .writes(rhs(pressure), rhs(velocity))
      .when(stiff, false);
  thorn.at(EvolveRhs, "move", move_freely)
      .reads(pressure, velocity, stencil(1))
      .writes(rhs(pressure), rhs(velocity))
      .when(stiff);
  thorn.at(Implicit, "brake", brake).reads(velocity).writes(velocity).when(stiff);
  thorn.boundary("no_slip", stick).reads(pressure, velocity, stencil(2)).writes(pressure, velocity);
  thorn.boundary("open", open).reads(pressure, velocity, stencil(2)).writes(pressure, velocity);
  thorn.at(Terminate, "measure", measure).reads(FieldRef("v_x")).reduces(flow);
}
