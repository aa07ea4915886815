// SPDX-License-Identifier: Apache-2.0
// A thorn with one of everything, the same as the one in everything.f90.
#include <cardon/thorn.h>

// Uses all that a task can ask for; kernel_of_show() in the test does the same in C++.
static void show(const cardon_block* block) {
  const cardon_reader u = cardon_read(block, "u"), old = cardon_read(block, "past(u, 2)"),
                      b = cardon_read(block, "B_y");
  const cardon_writer v = cardon_write(block, "v");
  const cardon_formula* f = cardon_get_formula(block, "profile");
  const cardon_data* model = cardon_get_data(block, "model");
  const cardon_table *layers = cardon_get_table(block, "layers", 1),
                     *eos = cardon_get_table(block, "eos", 2);
  const cardon_random noise = cardon_get_random(block, "noise");
  const double* h = block->inverse_spacing;
  int reals = 0, ints = 0;
  const double* widths = cardon_get_reals(block, "widths", &reals);
  const long* modes = cardon_get_ints(block, "modes", &ints);
  double sum = cardon_get_bool(block, "damp") ? 0.25 : 0;
  sum += cardon_get_int(block, "order") * cardon_get_real(block, "speed");
  sum += cardon_get_component(block, "centre", 2) + cardon_get_text(block, "kind")[1];
  for (int n = 0; n < reals; ++n) sum += widths[n];
  for (int n = 0; n < ints; ++n) sum += (double)modes[n];
  sum += block->dt * (double)block->iteration + cardon_cell_volume(block);
  sum += cardon_data_max(model) - cardon_data_min(model);
  sum += cardon_table_max(eos) - cardon_table_min(layers);
  double position[3];
  cardon_get_position(block, "mass", position);
  sum += position[1] * cardon_get_scalar(block, "mass") +
         cardon_get_scalar(block, "lagged(Other::heat, 2)");
  CARDON_FOR_EACH(block, i, j, k) {
    const double x = cardon_x(block, i), y = cardon_y(block, j), z = cardon_z(block, k);
    CARDON_AT(v, i, j, k) =
        ((sum + cardon_value(f, x, y, z, block->time)) + (x + 10 * y) * (z + 100 * i)) +
        h[0] * (CARDON_AT(u, i + 1, j, k) - CARDON_AT(old, i, j, k)) +
        h[2] * (CARDON_AT(u, i, j, k - 1) + CARDON_AT(b, i, j, k)) +
        cardon_data_value(model, x, y, z) +
        (cardon_table_value(layers, x) * cardon_table_value_2(eos, y, z) +
         (cardon_uniform(noise, i, j, k, 0) - cardon_normal(noise, i, j, k, 3)));
  }
}

static void weigh(const cardon_block* block) {
  const cardon_reader u = cardon_read(block, "u");
  for (int k = block->lo[2]; k < block->hi[2]; ++k)
    for (int j = block->lo[1]; j < block->hi[1]; ++j) {
      double row[64];
      for (int i = block->lo[0]; i < block->hi[0]; ++i)
        row[i - block->lo[0]] = 2 * CARDON_AT(u, i, j, k);
      cardon_reduce(block, "mass", row, j, k);
    }
}

static void turn(const cardon_block* block) {
  const double a = cardon_get_scalar(block, "angle_0"), b = cardon_get_scalar(block, "angle_1");
  cardon_set_scalar(block, "rhs(angle_0)", b * cardon_get_real(block, "speed"));
  cardon_set_scalar(block, "rhs(angle_1)", -a * block->dt);
  cardon_set_scalar(block, "turns", cardon_get_scalar(block, "turns") + 1);
}

static double limit(const cardon_block* block) {
  return block->spacing[0] / cardon_get_real(block, "speed");
}

// What the next point inside holds, and how deep this layer lies.
static void wall(const cardon_block* block) {
  const cardon_reader u = cardon_read(block, "u");
  const cardon_writer v = cardon_write(block, "v");
  const int* in = block->inward;
  const double layer = 100 * block->face_direction + 10 * block->face_upper + block->face_depth;
  CARDON_FOR_EACH(block, i, j, k) {
    CARDON_AT(v, i, j, k) = CARDON_AT(u, i + in[0], j + in[1], k + in[2]) + layer +
                            1000 * block->points[2] + block->domain_upper[1];
  }
}

CARDON_THORN(EverythingInC) {
  cardon_summary(thorn, "One of everything");
  cardon_add_author(thorn, "A. Author");
  cardon_cite(thorn, "A. Author, J. Everything 1, 2, 2026");
  CARDON_ADD_BOOL(thorn, "damp", 1, "Absorbs waves");
  CARDON_ADD_INT(thorn, "order", 4, "Order", .choices = "2, 4");
  CARDON_ADD_INT(thorn, "steps", 3, "Steps", .range = cardon_at_least(1),
                 .steering = CARDON_WHILE_RUNNING);
  CARDON_ADD_REAL(thorn, "speed", 1.5, "Wave speed", .range = cardon_above(0), .unit = "m/s");
  CARDON_ADD_REAL(thorn, "share", 0.5, "A share", .range = cardon_between(0, 1));
  CARDON_ADD_VEC3(thorn, "centre", 0.5, 0.25, -1, "Centre", .unit = "m", .formerly = "center");
  CARDON_ADD_TEXT(thorn, "kind", "plane", "Initial data", .choices = "plane, gaussian");
  CARDON_ADD_TEXT(thorn, "note", "", "Anything", .steering = CARDON_ON_RESTART);
  CARDON_ADD_REALS(thorn, "widths", "0.1, 0.2", "Widths", .range = cardon_below(9), .unit = "m");
  CARDON_ADD_INTS(thorn, "modes", "1, 2, 3", "Modes", .range = cardon_at_most(5));
  CARDON_ADD_FORMULA(thorn, "profile", "exp(-r^2) + t + order", "Profile");
  CARDON_ADD_DATA_FILE(thorn, "model", "Velocities", .range = cardon_at_least(2), .unit = "m/s");
  CARDON_ADD_TABLE(thorn, "layers", 1, CARDON_LINEAR, "Layers", .range = cardon_above(0),
                   .unit = "m");
  CARDON_ADD_TABLE(thorn, "eos", 2, CARDON_MONOTONE, "Pressure", .unit = "Pa");
  CARDON_ADD_EVOLVED(thorn, "u", "Evolved field", .unit = "V", .past_levels = 2);
  CARDON_ADD_AUXILIARY(thorn, "B", "Magnetic field", .tensor = CARDON_AXIAL_VECTOR);
  CARDON_ADD_DERIVED(thorn, "v", "Derived field", .no_boundary = 1);
  cardon_add_scalar(thorn, "mass", "Mass", CARDON_MAX, "kg");
  cardon_starts_at(thorn, "mass", 1.25);
  CARDON_ADD_EVOLVED_SCALAR(thorn, "angle", "Angles", .unit = "1", .start = 0.5, .components = 2);
  CARDON_ADD_STATE_SCALAR(thorn, "turns", "Number of calls");
  CARDON_ADD_TASK(thorn, CARDON_ANALYSIS, "show", show,
                  .reads = "u with stencil(1, 0, 2), past(u, 2), B,Other::rho with stencil(3)",
                  .writes = "v", .when = "damp, order = 4", .flops = 7.5, .serial = 1,
                  .flops_per_direction = 2.5, .scalars = "mass, lagged(Other::heat, 2)");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE_RHS, "weigh", weigh, .reads = " u ",
                  .writes = "rhs(u), next(B)", .reduces = "mass", .before = "Other::task, show",
                  .after = "start", .every = 3);
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE_RHS, "turn", turn, .scalars = "angle, turns",
                  .sets = "rhs(angle), turns");
  CARDON_ADD_TASK(thorn, CARDON_TERMINATE, "end", weigh, .reads = "u", .reduces = "mass");
  cardon_limits_step(thorn, "courant", limit);
  cardon_limits_step(thorn, "mass", NULL);
  CARDON_ADD_BOUNDARY(thorn, "wall", wall, .reads = "u with stencil(1)", .writes = "u, v");
  cardon_radiates(thorn, "u", "speed", 2.5);
  cardon_decays(thorn, "u", 2);
}
