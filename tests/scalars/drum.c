// SPDX-License-Identifier: Apache-2.0
// For tests: drum.cpp in C, to the bit.
#include <cardon/thorn.h>
#include <math.h>
#include <stdlib.h>

static double square(double x) { return x * x; }

static double distance(const cardon_block* block, int i, int j) {
  return square(cardon_x(block, i)) + square(cardon_y(block, j));
}

static void start(const cardon_block* block) {
  const cardon_writer a = cardon_write(block, "u"), b = cardon_write(block, "w");
  CARDON_FOR_EACH(block, i, j, k) {
    CARDON_AT(a, i, j, k) =
        0.3 * exp(-20 * (square(cardon_x(block, i) - 0.6) + square(cardon_y(block, j) - 0.2)));
    CARDON_AT(b, i, j, k) = 0;
  }
}

static void start_wheel(const cardon_block* block) {
  cardon_set_scalar(block, "angle", 0.5);
  cardon_set_scalar(block, "spin", 0);
}

typedef double function(const cardon_block* block, double u, int i, int j, double with);

static void reduce(const cardon_block* block, const char* scalar, function* f, double with) {
  const cardon_reader a = cardon_read(block, "u");
  double* row = malloc((size_t)(block->hi[0] - block->lo[0]) * sizeof *row);
  for (int k = block->lo[2]; k < block->hi[2]; ++k)
    for (int j = block->lo[1]; j < block->hi[1]; ++j) {
      for (int i = block->lo[0]; i < block->hi[0]; ++i)
        row[i - block->lo[0]] = f(block, CARDON_AT(a, i, j, k), i, j, with);
      cardon_reduce(block, scalar, row, j, k);
    }
  free(row);
}

static double felt(const cardon_block* block, double u, int i, int j, double with) {
  (void)with;
  return exp(-distance(block, i, j)) * u;
}

static double size(const cardon_block* block, double u, int i, int j, double with) {
  (void)block, (void)i, (void)j, (void)with;
  return fabs(u);
}

static double longest(const cardon_block* block, double u, int i, int j, double fast) {
  (void)i, (void)j;
  return block->spacing[0] / (fast + fabs(u));
}

static void feel(const cardon_block* block) { reduce(block, "push", felt, 0); }
static void find_peak(const cardon_block* block) { reduce(block, "peak", size, 0); }

static void turn(const cardon_block* block) {
  const double late = 0.5 * cardon_get_scalar(block, "lagged(angle, 3)") +
                      0.1 * cardon_get_scalar(block, "lagged(peak, 2)");
  cardon_set_scalar(block, "rhs(angle)", cardon_get_scalar(block, "spin"));
  cardon_set_scalar(
      block, "rhs(spin)",
      4 * cardon_get_scalar(block, "push") - 400 * cardon_get_scalar(block, "angle") - 20 * late);
}

/* With the parameter `hot` only. */
static void start_heat(const cardon_block* block) {
  cardon_set_scalar(block, "heat", 0.25);
  cardon_set_scalar(block, "hottest", 0.25);
}

static void warm(const cardon_block* block) {
  const double spin = cardon_get_scalar(block, "spin");
  cardon_set_scalar(block, "rhs(heat)", 0.1 * (spin * spin) - 2 * cardon_get_scalar(block, "heat"));
}

static void find_hottest(const cardon_block* block) {
  const double heat = cardon_get_scalar(block, "heat");
  const double before = cardon_get_scalar(block, "hottest");
  cardon_set_scalar(block, "hottest", heat > before ? heat : before);
}

static double laplacian(const cardon_block* block, cardon_reader u, int i, int j, int k) {
  const double* h = block->inverse_spacing;
  const double two = 2 * CARDON_AT(u, i, j, k);
  return (h[0] * h[0] * ((CARDON_AT(u, i - 1, j, k) + CARDON_AT(u, i + 1, j, k)) - two) +
          h[1] * h[1] * ((CARDON_AT(u, i, j - 1, k) + CARDON_AT(u, i, j + 1, k)) - two)) +
         h[2] * h[2] * ((CARDON_AT(u, i, j, k - 1) + CARDON_AT(u, i, j, k + 1)) - two);
}

static void vibrate(const cardon_block* block) {
  const cardon_reader a = cardon_read(block, "u"), b = cardon_read(block, "w");
  const cardon_writer da = cardon_write(block, "rhs(u)"), db = cardon_write(block, "rhs(w)");
  const double source =
      cardon_get_scalar(block, "angle") + cardon_get_scalar(block, "lagged(spin, 2)") / 20;
  const cardon_table* weight = cardon_get_table(block, "weight", 2);
  CARDON_FOR_EACH(block, i, j, k) {
    const double weighted = cardon_table_value_2(weight, cardon_x(block, i), CARDON_AT(a, i, j, k));
    CARDON_AT(da, i, j, k) = CARDON_AT(b, i, j, k);
    CARDON_AT(db, i, j, k) =
        laplacian(block, a, i, j, k) + source * exp(-distance(block, i, j)) * weighted;
  }
}

static void count(const cardon_block* block) {
  const double angle = cardon_get_scalar(block, "angle");
  double position[3];
  cardon_get_position(block, "lagged(peak, 4)", position);
  cardon_set_scalar(block, "turns",
                    0.9 * cardon_get_scalar(block, "turns") +
                        angle * cardon_get_scalar(block, "lagged(turns, 5)") + (angle > 0 ? 1 : 0) +
                        0.3 * (position[0] + 2 * position[1]));
}

static void limit_step(const cardon_block* block) {
  reduce(block, "limit", longest,
         cardon_get_real(block, "fast") + 0.1 * fabs(cardon_get_scalar(block, "spin")) +
             fabs(cardon_get_scalar(block, "lagged(angle, 2)")) +
             cardon_get_scalar(block, "lagged(peak, 3)") + fabs(cardon_get_scalar(block, "push")));
}

static void move_rim(const cardon_block* block) {
  const cardon_reader old = cardon_read(block, "u");
  const cardon_writer a = cardon_write(block, "u"), b = cardon_write(block, "w");
  const int* in = block->inward;
  const double at = 0.1 * cardon_get_scalar(block, "angle") +
                    0.05 * cardon_get_scalar(block, "lagged(angle, 3)") +
                    0.1 * cardon_get_scalar(block, "push") +
                    0.02 * cardon_get_scalar(block, "lagged(peak, 4)");
  const double speed =
      0.1 * cardon_get_scalar(block, "spin") + 0.01 * cardon_get_scalar(block, "turns");
  CARDON_FOR_EACH(block, i, j, k) {
    const double inside = CARDON_AT(old, i + in[0], j + in[1], k + in[2]);
    CARDON_AT(a, i, j, k) = block->face_depth == 0 ? at : at + 0.5 * (at - inside);
    CARDON_AT(b, i, j, k) = speed;
  }
}

CARDON_THORN(DrumC) {
  cardon_summary(thorn, "Drum in C");
  CARDON_ADD_REAL(thorn, "fast", 1, "Speed that shortens the longest step",
                  .range = cardon_above(0), .steering = CARDON_WHILE_RUNNING);
  CARDON_ADD_REAL(thorn, "sound", 1, "Speed of waves that leave", .range = cardon_above(0));
  CARDON_ADD_TABLE(thorn, "weight", 2, CARDON_LINEAR, "Weight of the source against x and u");
  CARDON_ADD_EVOLVED(thorn, "u", "Displacement of the membrane");
  CARDON_ADD_EVOLVED(thorn, "w", "Its velocity");
  CARDON_ADD_EVOLVED_SCALAR(thorn, "angle", "Angle of a wheel");
  CARDON_ADD_EVOLVED_SCALAR(thorn, "spin", "Its time derivative", .unit = "1/s");
  CARDON_ADD_BOOL(thorn, "hot", 0, "The bearing of the wheel heats up");
  CARDON_ADD_EVOLVED_SCALAR(thorn, "heat", "Heat of the bearing");
  CARDON_ADD_STATE_SCALAR(thorn, "hottest", "Largest heat so far");
  CARDON_ADD_STATE_SCALAR(thorn, "turns", "Set after each step");
  cardon_add_scalar(thorn, "push", "Mean of the membrane near the wheel", CARDON_MEAN, "");
  cardon_add_scalar(thorn, "peak", "Largest displacement", CARDON_MAX, "");
  cardon_add_scalar(thorn, "limit", "Longest step", CARDON_MIN, "s");
  cardon_limits_step(thorn, "limit", NULL);
  CARDON_ADD_TASK(thorn, CARDON_INITIAL, "start", start, .writes = "u, w");
  CARDON_ADD_TASK(thorn, CARDON_INITIAL, "start_wheel", start_wheel, .sets = "angle, spin");
  CARDON_ADD_TASK(thorn, CARDON_INITIAL, "start_heat", start_heat, .sets = "heat, hottest",
                  .when = "hot");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE_RHS, "warm", warm, .scalars = "spin, heat",
                  .sets = "rhs(heat)", .when = "hot");
  CARDON_ADD_TASK(thorn, CARDON_POST_STEP, "find_hottest", find_hottest, .scalars = "heat, hottest",
                  .sets = "hottest", .when = "hot");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE_RHS, "feel", feel, .reads = "u", .reduces = "push");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE_RHS, "turn", turn,
                  .scalars = "angle, spin, push, lagged(angle, 3), lagged(peak, 2)",
                  .sets = "rhs(angle), rhs(spin)");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE_RHS, "vibrate", vibrate, .reads = "u with stencil(1), w",
                  .scalars = "angle, lagged(spin, 2)", .writes = "rhs(u), rhs(w)");
  CARDON_ADD_TASK(thorn, CARDON_POST_STEP, "peak", find_peak, .reads = "u", .reduces = "peak");
  CARDON_ADD_TASK(thorn, CARDON_POST_STEP, "count", count,
                  .scalars = "angle, turns, lagged(turns, 5), lagged(peak, 4)", .sets = "turns");
  CARDON_ADD_TASK(thorn, CARDON_ANALYSIS, "limit", limit_step, .reads = "u", .reduces = "limit",
                  .scalars = "spin, push, lagged(angle, 2), lagged(peak, 3)");
  CARDON_ADD_BOUNDARY(thorn, "rim", move_rim, .reads = "u with stencil(1)", .writes = "u, w",
                      .scalars = "angle, spin, turns, push, lagged(angle, 3), lagged(peak, 4)");
  cardon_radiates(thorn, "u", "sound", 0.05);
  cardon_decays(thorn, "u", 1);
  cardon_radiates(thorn, "w", "sound", 0);
  cardon_decays(thorn, "w", 2);
}
