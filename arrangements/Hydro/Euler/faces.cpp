// SPDX-License-Identifier: Apache-2.0
#include "faces.hpp"

#include "declarations.hpp"
#include "gas.hpp"

namespace euler {

using namespace cardon;

namespace {

constexpr Expression outside_density{"outside_density", "1",
                                     "Characteristic faces: density outside, in kg/m^3"};
constexpr Expression outside_velocity_x{"outside_velocity_x", "0",
                                        "Characteristic faces: velocity along x outside, in m/s"};
constexpr Expression outside_velocity_y{"outside_velocity_y", "0",
                                        "Characteristic faces: velocity along y outside, in m/s"};
constexpr Expression outside_velocity_z{"outside_velocity_z", "0",
                                        "Characteristic faces: velocity along z outside, in m/s"};
constexpr Expression outside_pressure{"outside_pressure", "1",
                                      "Characteristic faces: pressure outside, in Pa"};

class Outside {
 public:
  explicit Outside(const Block& block)
      : rho_(block[outside_density]),
        u_(block[outside_velocity_x]),
        v_(block[outside_velocity_y]),
        w_(block[outside_velocity_z]),
        p_(block[outside_pressure]) {}
  Gas operator()(const Point& p) const { return {rho_(p), {u_(p), v_(p), w_(p)}, p_(p)}; }

 private:
  ExpressionValue rho_, u_, v_, w_, p_;
};

/// The state at a face between gas inside and outside, whose normal has the component `outward`
/// along d: what leaves comes from inside, what enters from outside. Waves of sound carry
/// p + rho c v_n and p - rho c v_n, with v_n + c and v_n - c; the flow carries p - c^2 rho and the
/// tangential velocity, with v_n; rho and c are those inside.
Gas between(const Gas& inside, const Gas& outside, int d, int outward, Real gamma) {
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

/// Every layer gets the state between the one inside it and the gas outside.
void fill_characteristic(Block& block) {
  const FaceLayer& face = block.face();
  const auto old_rho = block.read(density), old_e = block.read(energy);
  const auto old_m = block.read_components(momentum);
  const auto rho = block.write(density), e = block.write(energy);
  const auto m = block.write_components(momentum);
  const Outside outside(block);
  const Real gamma = block[heat_ratio];
  block.for_each("characteristic", [=](const Point& p) {
    Gas inside;
    inside.rho = face.inside(old_rho, p, 1);
    Real squares = 0;
    for (int c = 0; c < 3; ++c) {
      inside.velocity[c] = face.inside(old_m[c], p, 1) / inside.rho;
      squares += inside.velocity[c] * inside.velocity[c];
    }
    inside.pressure = (gamma - 1) * (face.inside(old_e, p, 1) - 0.5 * inside.rho * squares);
    const Gas gas = between(inside, outside(p), face.direction, face.outward(), gamma);
    const Vec3 v = gas.velocity;
    rho(p) = gas.rho;
    for (int c = 0; c < 3; ++c) m[c](p) = gas.rho * v[c];
    e(p) = gas.pressure / (gamma - 1) + 0.5 * gas.rho * ((v.x * v.x + v.y * v.y) + v.z * v.z);
  });
}

}  // namespace

void declare_faces(ThornBuilder& thorn) {
  thorn.parameters(outside_density, outside_velocity_x, outside_velocity_y, outside_velocity_z,
                   outside_pressure);
  thorn.boundary("characteristic", fill_characteristic)
      .reads(density, momentum, energy, stencil(1))
      .writes(density, momentum, energy);
}

}  // namespace euler
