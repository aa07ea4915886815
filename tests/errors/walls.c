// SPDX-License-Identifier: Apache-2.0
// For tests: walls.cpp in C, with mistakes about scalars.
#include <cardon/thorn.h>
#include <math.h>
#include <string.h>

static int is(const cardon_block* block, const char* mistake) {
  return strcmp(cardon_get_text(block, "mistake"), mistake) == 0;
}

static void start(const cardon_block* block) {
  const cardon_writer u = cardon_write(block, "u");
  CARDON_FOR_EACH(block, i, j, k) CARDON_AT(u, i, j, k) = sin(cardon_x(block, i));
}

static void decay(const cardon_block* block) {
  const cardon_reader u = cardon_read(block, "u");
  const cardon_writer du = cardon_write(block, "rhs(u)");
  double position[3] = {0, 0, 0};
  if (is(block, "position")) cardon_get_position(block, "angle", position);
  if (is(block, "rate")) position[0] = cardon_get_scalar(block, "rhs(angle)");
  CARDON_FOR_EACH(block, i, j, k) CARDON_AT(du, i, j, k) = -CARDON_AT(u, i, j, k) + position[0];
}

static void square(const cardon_block* block) {
  const cardon_reader u = cardon_read(block, "u");
  const cardon_writer v = cardon_write(block, "v");
  if (is(block, "unwritten")) return;
  CARDON_FOR_EACH(block, i, j, k)
  CARDON_AT(v, i, j, k) = CARDON_AT(u, i, j, k) * CARDON_AT(u, i, j, k);
}

static void turn(const cardon_block* block) {
  cardon_set_scalar(block, "rhs(angle)", -cardon_get_scalar(block, "angle"));
  if (is(block, "past")) cardon_set_scalar(block, "lagged(angle, 2)", 0);
}

static void wall(const cardon_block* block) {
  const cardon_reader old = cardon_read(block, "u");
  const cardon_writer u = cardon_write(block, "u");
  const int* in = block->inward;
  if (is(block, "sets")) cardon_set_scalar(block, "angle", 1);
  if (is(block, "forgetful") || (is(block, "lower") && block->face_upper)) return;
  if (is(block, "late") && block->time < 100 * block->dt) return;
  CARDON_FOR_EACH(block, i, j, k)
  CARDON_AT(u, i, j, k) = CARDON_AT(old, i + in[0], j + in[1], k + in[2]);
}

static double step(const cardon_block* block) { return block->spacing[0]; }

CARDON_THORN(WallsC) {
  cardon_summary(thorn, "A boundary that may leave out what it declares, in C");
  CARDON_ADD_TEXT(thorn, "mistake", "none", "What is wrong",
                  .choices = "none, forgetful, late, lower, unwritten, position, rate, past, sets");
  CARDON_ADD_EVOLVED(thorn, "u", "Scalar field");
  CARDON_ADD_AUXILIARY(thorn, "v", "Its square", .no_boundary = 1);
  CARDON_ADD_EVOLVED_SCALAR(thorn, "angle", "Angle", .start = 0.1);
  cardon_limits_step(thorn, "step", step);
  CARDON_ADD_TASK(thorn, CARDON_INITIAL, "start", start, .writes = "u");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE_RHS, "turn", turn, .scalars = "angle", .sets = "rhs(angle)");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE_RHS, "decay", decay, .reads = "u", .writes = "rhs(u)",
                  .scalars = "angle");
  CARDON_ADD_TASK(thorn, CARDON_POST_STEP, "square", square, .reads = "u", .writes = "v");
  CARDON_ADD_BOUNDARY(thorn, "wall", wall, .reads = "u with stencil(1)", .writes = "u");
}
