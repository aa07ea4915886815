// SPDX-License-Identifier: Apache-2.0
#include "faces.hpp"

#include "declarations.hpp"
#include "gas.hpp"

namespace euler {

using namespace cardon;

namespace {

constexpr Expression outside_density{"outside_density", "1",
                                     "Characteristic faces: density outside", unit("kg/m^3")};
constexpr Expression outside_velocity_x{
    "outside_velocity_x", "0", "Characteristic faces: velocity along x outside", unit("m/s")};
constexpr Expression outside_velocity_y{
    "outside_velocity_y", "0", "Characteristic faces: velocity along y outside", unit("m/s")};
constexpr Expression outside_velocity_z{
    "outside_velocity_z", "0", "Characteristic faces: velocity along z outside", unit("m/s")};
constexpr Expression outside_pressure{"outside_pressure", "1",
                                      "Characteristic faces: pressure outside", unit("Pa")};

struct Outside {
  Value<outside_density> rho;
  Value<outside_velocity_x> u;
  Value<outside_velocity_y> v;
  Value<outside_velocity_z> w;
  Value<outside_pressure> pressure;
  Gas operator()(const Point& p) const { return {rho(p), {u(p), v(p), w(p)}, pressure(p)}; }
};

/// The state at a face between gas inside and outside, whose normal has the component `outward`
/// along d: what leaves comes from inside, what enters from outside. Waves of sound carry
/// p + rho c v_n and p - rho c v_n, with v_n + c and v_n - c; the flow carries p - c^2 rho and the
/// tangential velocity, with v_n; rho and c are those inside.
Gas gas_between(const Gas& inside, const Gas& outside, int d, int outward, Real gamma) {
  const Real c = inside.pressure > 0 ? sqrt(gamma * inside.pressure / inside.rho) : 0;
  const Real v_in = outward * inside.velocity[d], v_out = outward * outside.velocity[d];
  if (v_in >= c) return inside;
  if (v_in <= -c) return outside;
  const Real stiffness = inside.rho * c;
  const Real p = 0.5 * ((inside.pressure + outside.pressure) + stiffness * (v_in - v_out));
  const Real v = 0.5 * ((v_in + v_out) + (inside.pressure - outside.pressure) / stiffness);
  Gas gas = v > 0 ? inside : outside;
  gas.rho += (p - gas.pressure) / (c * c);
  gas.pressure = p;
  gas.velocity[d] = outward * v;
  return gas.rho > 0 && p > 0 ? gas : inside;  // too strong for waves of sound
}

struct Inside {
  Read<density, 1> rho;
  Read<momentum, 1> m;
  Read<energy, 1> e;
};
struct Filled {
  Write<density> rho;
  Write<momentum> m;
  Write<energy> e;
};

/// Every layer gets the state between the one inside it and the gas outside.
void characteristic(const Point& p, const Inside& old, const Filled& filled, FaceView face,
                    const Outside& outside, Value<heat_ratio> gamma) {
  Gas inside;
  inside.rho = face.inside(old.rho, p, 1);
  Real squares = 0;
  for (int c = 0; c < 3; ++c) {
    inside.velocity[c] = face.inside(old.m[c], p, 1) / inside.rho;
    squares += inside.velocity[c] * inside.velocity[c];
  }
  inside.pressure = (gamma - 1) * (face.inside(old.e, p, 1) - 0.5 * inside.rho * squares);
  const Gas gas = gas_between(inside, outside(p), face.direction, face.outward(), gamma);
  const Vec3 v = gas.velocity;
  filled.rho(p) = gas.rho;
  for (int c = 0; c < 3; ++c) filled.m[c](p) = gas.rho * v[c];
  filled.e(p) = gas.pressure / (gamma - 1) + 0.5 * gas.rho * ((v.x * v.x + v.y * v.y) + v.z * v.z);
}

}  // namespace

void declare_faces(ThornBuilder& thorn) { thorn.boundary<characteristic>(); }

}  // namespace euler
