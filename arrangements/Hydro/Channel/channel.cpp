// SPDX-License-Identifier: Apache-2.0
// Sound in a viscous medium between walls that it sticks to:
//   d/dt p = -rho c^2 div v,   d/dt v = -grad p / rho + nu laplacian(v) + f - drag v
#include <cardon/thorn.hpp>
#include <optional>
using namespace cardon;

constexpr Parameter sound{"sound", 1.0, "Speed of sound c", positive, unit("m/s")};
constexpr Parameter density{"density", 1.25, "Density rho", positive, unit("kg/m^3")};
constexpr Parameter viscosity{"viscosity", 0.0, "Kinematic viscosity", at_least(0), unit("m^2/s")};
constexpr Parameter force{"force", 0.0, "Acceleration along x", unit("m/s^2")};
constexpr Parameter wall{"wall", 0.0, "Speed of the walls along x", unit("m/s")};
constexpr Parameter drag{"drag", 0.0, "Damping rate of the flow", at_least(0), unit("1/s")};
constexpr Parameter stiff{"stiff", false, "The drag is computed in implicit stages"};
constexpr Parameter shear{"shear", 0.0, "At the start: speed of a shear flow", unit("m/s")};
constexpr Parameter pulse{"pulse", 0.0, "At the start: pressure of a pulse", unit("Pa")};
constexpr Parameter noise{"noise", 0.0, "At the start: amplitude of random speeds", unit("m/s")};
constexpr Expression entering{"entering", "0", "p - rho c v_n of incoming waves", unit("Pa")};
constexpr Parameter shaped{"shaped", false, "Incoming waves are multiplied by the table"};
constexpr DataTable<1> shape{"shape", "Profile of incoming waves against y"};
constexpr Parameter recorded{"recorded", false, "Incoming waves are multiplied by the record"};
constexpr DataTable<2> record{"record", "Record of incoming waves against y and time"};

constexpr Evolved pressure{"p", "Pressure, less that at rest", unit("Pa")};
constexpr Evolved velocity = Evolved{"v", "Velocity", unit("m/s")}.plane_vector();
constexpr Scalar flow{"flow", "Mean momentum along x at the end", Reduce::mean, unit("kg/m^2/s")};

constexpr FieldRef velocity_x("v_x");

namespace {

struct Noise : RandomStream {
  static Noise prepare(Context context) { return {context.random("noise")}; }
};

KOKKOS_FUNCTION void start(Point at, Write<pressure> p, Write<velocity> v, Value<pulse> a,
                           Value<shear> b, Value<noise> c, Noise random) {
  const Real s = 10 * (at.x() - 0.5);
  p(at) = a * exp(-s * s);
  v[0](at) = b * sin(pi_number * at.y()) + c * random.normal(at);
  v[1](at) = c * random.normal(at, 1);
}

template <bool brakes>
struct Medium {
  Real volume, modulus, braking;
  static Medium prepare(Value<density> rho, Value<sound> c, Value<drag> d) {
    return {1 / rho, rho * c * c, brakes ? Real(d) : 0};
  }
};

template <bool brakes>
KOKKOS_FUNCTION void move(Point at, Read<pressure, 1> p, const Read<velocity, 1>& v,
                          Write<rhs<pressure>> dp, const Write<rhs<velocity>>& dv, Medium<brakes> m,
                          Value<viscosity> nu, Value<force> f) {
  dp(at) = -m.modulus * (d1(v[0], at, X) + d1(v[1], at, Y));
  dv[0](at) = (nu * laplacian(v[0], at) - m.volume * d1(p, at, X)) + (f - m.braking * v[0](at));
  dv[1](at) = (nu * laplacian(v[1], at) - m.volume * d1(p, at, Y)) - m.braking * v[1](at);
}

KOKKOS_FUNCTION void brake(Point at, Update<velocity> v, GridView grid, Value<drag> rate) {
  const Real left = 1 / (1 + grid.implicit_step * rate);
  for (int c = 0; c < 2; ++c) v[c](at) = left * v[c](at);
}

/// At the wall the velocity is that of the wall, outside it is continued; the pressure has no
/// slope.
KOKKOS_FUNCTION void no_slip(Point at, Read<pressure, 2> old_p, const Read<velocity, 2>& old_v,
                             Write<pressure> p, const Write<velocity>& v, FaceView face,
                             Value<wall> speed) {
  const Real along = face.direction == 0 ? 0 : Real(speed);
  p(at) = (4 * face.inside(old_p, at, 1) - face.inside(old_p, at, 2)) / 3;
  for (int c = 0; c < 2; ++c)
    v[c](at) = face.depth == 0 ? (c == 0 ? along : 0)
                               : 2 * face.inside(old_v[c], at, 1) - face.inside(old_v[c], at, 2);
}

struct Entering {
  Value<entering> given;
  std::optional<TableValue<1>> shaped;
  std::optional<TableValue<2>> recorded;
  Real time;
  static Entering prepare(const Value<entering>& given, Value<::shaped> is_shaped,
                          LazyValue<shape> shape, Value<::recorded> is_recorded,
                          LazyValue<record> record, GridView grid) {
    Entering entering{given, {}, {}, grid.time};
    if (is_shaped) entering.shaped = *shape;
    if (is_recorded) entering.recorded = *record;
    return entering;
  }
  Real operator()(const Point& at) const {
    Real value = given(at);
    if (shaped) value *= (*shaped)(at.y());
    if (recorded) value *= (*recorded)(at.y(), time);
    return value;
  }
};

/// What leaves, p + rho c v_n, comes from inside along a straight line; what enters is given.
void open(Point at, Read<pressure, 2> old_p, const Read<velocity, 2>& old_v, Write<pressure> p,
          const Write<velocity>& v, FaceView face, Value<density> rho, Value<sound> c,
          const Entering& given) {
  const int n = face.direction, tangent = 1 - n;
  const Real z = face.outward() * rho * c;
  const Real near = face.inside(old_p, at, 1) + z * face.inside(old_v[n], at, 1);
  const Real far = face.inside(old_p, at, 2) + z * face.inside(old_v[n], at, 2);
  const Real out = 2 * near - far, in = given(at);
  p(at) = 0.5 * (out + in);
  v[n](at) = 0.5 * (out - in) / z;
  v[tangent](at) = 2 * face.inside(old_v[tangent], at, 1) - face.inside(old_v[tangent], at, 2);
}

void measure(Point at, Read<velocity_x> v, Combine<flow> mean, Value<density> rho) {
  mean(at) = rho * v(at);
}

Real limit(Context context, GridView grid, Value<viscosity> nu, Value<sound> c) {
  const Real h = grid.smallest_spacing(), diffusion = 8 * nu / h;
  if (diffusion > 100 * c)
    warn(context, viscosity, "channel/viscosity",
         "the viscosity makes steps more than a hundred times shorter than sound does",
         "choose a smaller viscosity or a coarser grid");
  return h / (c + diffusion);
}

}  // namespace

CARDON_THORN(Channel) {
  thorn.summary("Sound in a viscous medium, with walls and open faces");
  thorn.cites("K. W. Thompson, J. Comput. Phys. 68, 1, 1987");
  thorn.parameters(sound, density, viscosity, force, wall, drag, stiff, shear, pulse, noise,
                   entering, shaped, shape, recorded, record);
  thorn.limits_step<limit>("courant");
  thorn.at<start>(Initial);
  thorn.at<move<true>>(EvolveRhs, "move_and_brake").when(stiff, false);
  thorn.at<move<false>>(EvolveRhs).when(stiff);
  thorn.at<brake>(Implicit).when(stiff);
  thorn.boundary<no_slip>();
  thorn.boundary<open>();
  thorn.at<measure>(Terminate);
}
