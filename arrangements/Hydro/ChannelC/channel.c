// SPDX-License-Identifier: Apache-2.0
// Channel in C, with the same arithmetic.
#include <cardon/thorn.h>
#include <math.h>
#include <stdlib.h>

typedef const cardon_block* block_;

static void start(block_ block) {
  const cardon_writer p = cardon_write(block, "p"), vx = cardon_write(block, "v_x"),
                      vy = cardon_write(block, "v_y");
  const double a = cardon_get_real(block, "pulse"), b = cardon_get_real(block, "shear"),
               c = cardon_get_real(block, "noise");
  const cardon_random random = cardon_get_random(block, "noise");
  CARDON_FOR_EACH(block, i, j, k) {
    const double s = 10 * (cardon_x(block, i) - 0.5);
    CARDON_AT(p, i, j, k) = a * exp(-s * s);
    CARDON_AT(vx, i, j, k) = b * sin(3.14159265358979323846 * cardon_y(block, j)) +
                             c * cardon_normal(random, i, j, k, 0);
    CARDON_AT(vy, i, j, k) = c * cardon_normal(random, i, j, k, 1);
  }
}

#define D1(u, a, b) \
  (h[b] * (0.5 * (CARDON_AT(u, i + (a), j + 1 - (a), k) - CARDON_AT(u, i - (a), j - 1 + (a), k))))

static double laplacian(const double* h, cardon_reader u, int i, int j, int k) {
  const double two = 2 * CARDON_AT(u, i, j, k);
  return (h[0] * h[0] * ((CARDON_AT(u, i - 1, j, k) + CARDON_AT(u, i + 1, j, k)) - two) +
          h[1] * h[1] * ((CARDON_AT(u, i, j - 1, k) + CARDON_AT(u, i, j + 1, k)) - two)) +
         h[2] * h[2] * ((CARDON_AT(u, i, j, k - 1) + CARDON_AT(u, i, j, k + 1)) - two);
}

static void move(block_ block, double braking) {
  const cardon_reader p = cardon_read(block, "p"), vx = cardon_read(block, "v_x"),
                      vy = cardon_read(block, "v_y");
  const cardon_writer dp = cardon_write(block, "rhs(p)"), dvx = cardon_write(block, "rhs(v_x)"),
                      dvy = cardon_write(block, "rhs(v_y)");
  const double rho = cardon_get_real(block, "density"), c = cardon_get_real(block, "sound"),
               nu = cardon_get_real(block, "viscosity"), f = cardon_get_real(block, "force");
  const double volume = 1 / rho, modulus = rho * c * c, *h = block->inverse_spacing;
  CARDON_FOR_EACH(block, i, j, k) {
    CARDON_AT(dp, i, j, k) = -modulus * (D1(vx, 1, 0) + D1(vy, 0, 1));
    CARDON_AT(dvx, i, j, k) = (nu * laplacian(h, vx, i, j, k) - volume * D1(p, 1, 0)) +
                              (f - braking * CARDON_AT(vx, i, j, k));
    CARDON_AT(dvy, i, j, k) =
        (nu * laplacian(h, vy, i, j, k) - volume * D1(p, 0, 1)) - braking * CARDON_AT(vy, i, j, k);
  }
}
static void move_and_brake(block_ block) { move(block, cardon_get_real(block, "drag")); }
static void move_freely(block_ block) { move(block, 0); }

static const char* const components[] = {"v_x", "v_y"};

static void brake(block_ block) {
  const double left = 1 / (1 + block->implicit_step * cardon_get_real(block, "drag"));
  for (int c = 0; c < 2; ++c) {
    const cardon_reader old = cardon_read(block, components[c]);
    const cardon_writer v = cardon_write(block, components[c]);
    CARDON_FOR_EACH(block, i, j, k) CARDON_AT(v, i, j, k) = left * CARDON_AT(old, i, j, k);
  }
}

// The value n points further inside.
static double inside(block_ block, cardon_reader u, int i, int j, int k, int n) {
  const int* in = block->inward;
  return CARDON_AT(u, i + n * in[0], j + n * in[1], k + n * in[2]);
}

static void stick(block_ block) {
  const cardon_reader old_p = cardon_read(block, "p");
  const cardon_writer p = cardon_write(block, "p");
  CARDON_FOR_EACH(block, i, j, k)
  CARDON_AT(p, i, j, k) =
      (4 * inside(block, old_p, i, j, k, 1) - inside(block, old_p, i, j, k, 2)) / 3;
  for (int c = 0; c < 2; ++c) {
    const cardon_reader old = cardon_read(block, components[c]);
    const cardon_writer v = cardon_write(block, components[c]);
    const int moves = c == 0 && block->face_direction != 0;
    const double at_wall = moves ? cardon_get_real(block, "wall") : 0;
    CARDON_FOR_EACH(block, i, j, k)
    CARDON_AT(v, i, j, k) = block->face_depth == 0 ? at_wall
                                                   : 2 * inside(block, old, i, j, k, 1) -
                                                         inside(block, old, i, j, k, 2);
  }
}

static void enter_and_leave(block_ block) {
  const int n = block->face_direction;
  const cardon_reader old_p = cardon_read(block, "p"), old_n = cardon_read(block, components[n]),
                      old_t = cardon_read(block, components[1 - n]);
  const cardon_writer p = cardon_write(block, "p"), v_n = cardon_write(block, components[n]),
                      v_t = cardon_write(block, components[1 - n]);
  const double z = (block->face_upper ? 1 : -1) * cardon_get_real(block, "density") *
                   cardon_get_real(block, "sound");
  const cardon_formula* given = cardon_get_formula(block, "entering");
  const int shaped = cardon_get_bool(block, "shaped");
  const cardon_table* table = shaped ? cardon_get_table(block, "shape", 1) : NULL;
  const int recorded = cardon_get_bool(block, "recorded");
  const cardon_table* record = recorded ? cardon_get_table(block, "record", 2) : NULL;
  for (int k = block->lo[2]; k < block->hi[2]; ++k)
    for (int j = block->lo[1]; j < block->hi[1]; ++j)
      for (int i = block->lo[0]; i < block->hi[0]; ++i) {
        const double x = cardon_x(block, i), y = cardon_y(block, j);
        const double near = inside(block, old_p, i, j, k, 1) + z * inside(block, old_n, i, j, k, 1);
        const double far = inside(block, old_p, i, j, k, 2) + z * inside(block, old_n, i, j, k, 2);
        double in = cardon_value(given, x, y, cardon_z(block, k), block->time);
        if (shaped) in *= cardon_table_value(table, y);
        if (recorded) in *= cardon_table_value_2(record, y, block->time);
        const double out = 2 * near - far;
        CARDON_AT(p, i, j, k) = 0.5 * (out + in);
        CARDON_AT(v_n, i, j, k) = 0.5 * (out - in) / z;
        CARDON_AT(v_t, i, j, k) =
            2 * inside(block, old_t, i, j, k, 1) - inside(block, old_t, i, j, k, 2);
      }
}

static void measure(block_ block) {
  const cardon_reader v = cardon_read(block, "v_x");
  const double rho = cardon_get_real(block, "density");
  double* row = malloc((size_t)(block->hi[0] - block->lo[0]) * sizeof *row);
  for (int k = block->lo[2]; k < block->hi[2]; ++k)
    for (int j = block->lo[1]; j < block->hi[1]; ++j) {
      for (int i = block->lo[0]; i < block->hi[0]; ++i)
        row[i - block->lo[0]] = rho * CARDON_AT(v, i, j, k);
      cardon_reduce(block, "flow", row, j, k);
    }
  free(row);
}

static double limit(block_ block) {
  const double h = cardon_smallest_spacing(block);
  const double c = cardon_get_real(block, "sound"),
               diffusion = 8 * cardon_get_real(block, "viscosity") / h;
  if (diffusion > 100 * c)
    cardon_warn(block, "viscosity", "channel/viscosity",
                "the viscosity makes steps more than a hundred times shorter than sound does",
                "choose a smaller viscosity or a coarser grid");
  return h / (c + diffusion);
}

static void declare_parameters(cardon_thorn* thorn) {
  const cardon_range at_least_0 = cardon_at_least(0), above_0 = cardon_above(0);
  CARDON_ADD_REAL(thorn, "sound", 1, "Speed of sound c", .range = above_0, .unit = "m/s");
  CARDON_ADD_REAL(thorn, "density", 1.25, "Density rho", .range = above_0, .unit = "kg/m^3");
  CARDON_ADD_REAL(thorn, "viscosity", 0, "Kinematic viscosity", .range = at_least_0,
                  .unit = "m^2/s");
  CARDON_ADD_REAL(thorn, "force", 0, "Acceleration along x", .unit = "m/s^2");
  CARDON_ADD_REAL(thorn, "wall", 0, "Speed of the walls along x", .unit = "m/s");
  CARDON_ADD_REAL(thorn, "drag", 0, "Damping rate of the flow", .range = at_least_0, .unit = "1/s");
  CARDON_ADD_BOOL(thorn, "stiff", 0, "The drag is computed in implicit stages");
  CARDON_ADD_REAL(thorn, "shear", 0, "At the start: speed of a shear flow", .unit = "m/s");
  CARDON_ADD_REAL(thorn, "pulse", 0, "At the start: pressure of a pulse", .unit = "Pa");
  CARDON_ADD_REAL(thorn, "noise", 0, "At the start: amplitude of random speeds", .unit = "m/s");
  CARDON_ADD_FORMULA(thorn, "entering", "0", "p - rho c v_n of incoming waves", .unit = "Pa");
  CARDON_ADD_BOOL(thorn, "shaped", 0, "Incoming waves are multiplied by the table");
  CARDON_ADD_TABLE(thorn, "shape", 1, CARDON_LINEAR, "Profile of incoming waves against y");
  CARDON_ADD_BOOL(thorn, "recorded", 0, "Incoming waves are multiplied by the record");
  CARDON_ADD_TABLE(thorn, "record", 2, CARDON_LINEAR,
                   "Record of incoming waves against y and time");
}

CARDON_THORN(ChannelC) {
  cardon_summary(thorn, "Sound in a viscous medium, with walls and open faces, in C");
  cardon_cite(thorn, "K. W. Thompson, J. Comput. Phys. 68, 1, 1987");
  declare_parameters(thorn);
  CARDON_ADD_EVOLVED(thorn, "p", "Pressure, less that at rest", .unit = "Pa");
  CARDON_ADD_EVOLVED(thorn, "v", "Velocity", .tensor = CARDON_PLANE_VECTOR, .unit = "m/s");
  cardon_add_scalar(thorn, "flow", "Mean momentum along x at the end", CARDON_MEAN, "kg/m^2/s");
  cardon_limits_step(thorn, "courant", limit);
  CARDON_ADD_TASK(thorn, CARDON_INITIAL, "start", start, .writes = "p, v");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE_RHS, "move_and_brake", move_and_brake,
                  .reads = "p with stencil(1), v with stencil(1)", .writes = "rhs(p), rhs(v)",
                  .when = "stiff = false");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE_RHS, "move", move_freely,
                  .reads = "p with stencil(1), v with stencil(1)", .writes = "rhs(p), rhs(v)",
                  .when = "stiff");
  CARDON_ADD_TASK(thorn, CARDON_IMPLICIT, "brake", brake, .reads = "v", .writes = "v",
                  .when = "stiff");
  CARDON_ADD_BOUNDARY(thorn, "no_slip", stick, .reads = "p with stencil(2), v with stencil(2)",
                      .writes = "p, v");
  CARDON_ADD_BOUNDARY(thorn, "open", enter_and_leave,
                      .reads = "p with stencil(2), v with stencil(2)", .writes = "p, v");
  CARDON_ADD_TASK(thorn, CARDON_TERMINATE, "measure", measure, .reads = "v_x", .reduces = "flow");
}
