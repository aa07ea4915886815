// SPDX-License-Identifier: Apache-2.0
// For tests: unreduced.cpp in C.
#include <cardon/thorn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int leaves(const cardon_block* block, const char* what) {
  return strcmp(cardon_get_text(block, "leaves"), what) == 0;
}

static void start(const cardon_block* block) {
  const cardon_writer u = cardon_write(block, "u");
  CARDON_FOR_EACH(block, i, j, k) CARDON_AT(u, i, j, k) = 2 + sin(cardon_x(block, i));
}

/* power 1: u, -1: the spacing over u; only the row j = `only` if that is not negative */
static void reduce(const cardon_block* block, const char* scalar, int power, int only) {
  const cardon_reader u = cardon_read(block, "u");
  double* row = malloc((size_t)(block->hi[0] - block->lo[0]) * sizeof *row);
  for (int k = block->lo[2]; k < block->hi[2]; ++k)
    for (int j = block->lo[1]; j < block->hi[1]; ++j) {
      if (only >= 0 && j != only) continue;
      for (int i = block->lo[0]; i < block->hi[0]; ++i) {
        const double value = CARDON_AT(u, i, j, k);
        row[i - block->lo[0]] = power > 0 ? value : block->spacing[0] / value;
      }
      cardon_reduce(block, scalar, row, j, k);
    }
  free(row);
}

static void measure(const cardon_block* block) {
  if (leaves(block, "min_u")) return;
  reduce(block, "min_u", 1, leaves(block, "planes") ? 4 : -1);
}

static void limit_step(const cardon_block* block) {
  if (leaves(block, "limit")) return;
  reduce(block, "limit", -1, leaves(block, "planes") ? 4 : -1);
}

static void decay(const cardon_block* block) {
  const cardon_reader u = cardon_read(block, "u");
  const cardon_writer du = cardon_write(block, "rhs(u)");
  const double min_u = cardon_get_scalar(block, "min_u");
  CARDON_FOR_EACH(block, i, j, k)
  CARDON_AT(du, i, j, k) = -CARDON_AT(u, i, j, k) * (min_u - min_u + 1);
}

static double step(const cardon_block* block) { return block->spacing[0]; }

CARDON_THORN(UnreducedC) {
  cardon_summary(thorn, "Tasks that may leave out what they declare to reduce, in C");
  CARDON_ADD_TEXT(thorn, "leaves", "nothing", "What is left out",
                  .choices = "nothing, min_u, limit, planes");
  CARDON_ADD_EVOLVED(thorn, "u", "Scalar field");
  cardon_add_scalar(thorn, "min_u", "Smallest value", CARDON_MIN, "");
  cardon_add_scalar(thorn, "limit", "Longest stable step", CARDON_MIN, "s");
  cardon_limits_step(thorn, "step", step);
  cardon_limits_step(thorn, "limit", NULL);
  CARDON_ADD_TASK(thorn, CARDON_INITIAL, "start", start, .writes = "u");
  CARDON_ADD_TASK(thorn, CARDON_PRE_STEP, "measure", measure, .reads = "u", .reduces = "min_u");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE_RHS, "decay", decay, .reads = "u", .writes = "rhs(u)",
                  .scalars = "min_u");
  CARDON_ADD_TASK(thorn, CARDON_ANALYSIS, "limit_step", limit_step, .reads = "u",
                  .reduces = "limit");
}
