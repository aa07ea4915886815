// SPDX-License-Identifier: Apache-2.0
// For tests: dishonest.cpp in C, with the mistakes that can be made there.
#include <cardon/thorn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is(const cardon_block* block, const char* mistake) {
  return strcmp(cardon_get_text(block, "mistake"), mistake) == 0;
}

static void start(const cardon_block* block) {
  const char* names[] = {"phi", "psi", "chi", "eta", "past(eta)"};
  for (int n = 0; n < 5; ++n) {
    const cardon_writer u = cardon_write(block, names[n]);
    if (n == 2 && is(block, "initial")) continue;
    CARDON_FOR_EACH(block, i, j, k) CARDON_AT(u, i, j, k) = sin(cardon_x(block, i));
  }
}

static void evolve(const cardon_block* block) {
  const cardon_reader u = cardon_read(block, "phi");
  const cardon_writer new_u = cardon_write(block, "next(phi)");
  const int reach = is(block, "stencil") ? 2 : 1;
  CARDON_FOR_EACH(block, i, j, k)
  CARDON_AT(new_u, i, j, k) = 0.5 * (CARDON_AT(u, i - reach, j, k) + CARDON_AT(u, i + reach, j, k));
  // The result of a point depends on which others are computed with it.
  if (is(block, "region"))
    CARDON_FOR_EACH(block, i, j, k) if (i == block->lo[0]) CARDON_AT(new_u, i, j, k) = 0;
  if (is(block, "stray")) CARDON_FOR_EACH(block, i, j, k) CARDON_AT(new_u, i + 1, j, k) = 0;
  if (is(block, "undeclared")) {
    const cardon_reader v = cardon_read(block, "psi");
    CARDON_FOR_EACH(block, i, j, k) CARDON_AT(new_u, i, j, k) += CARDON_AT(v, i, j, k);
  }
}

static void rate(const cardon_block* block) {
  const cardon_reader w = cardon_read(block, "chi");
  const cardon_writer dw = cardon_write(block, "rhs(chi)");
  if (is(block, "nothing")) return;
  if (is(block, "never") && block->iteration == 2)
    for (;;) sleep(1);
  const double c = is(block, "forgotten") ? cardon_get_real(block, "forgotten") : 1;
  const int ends = is(block, "exit");
  const int fails = (is(block, "nan") || ends) && block->iteration == 3;
  const int stride = is(block, "stripes") ? 2 : 1;
  CARDON_FOR_EACH(block, i, j, k) {
    const double at = CARDON_AT(w, i, j, k);
    if (ends && block->iteration > 3 && isnan(at)) exit(0);
    CARDON_AT(dw, i, j, k) = fails ? log(-1 - at * at) : (j % stride - c) * at;
  }
}

static void leap(const cardon_block* block) {
  const cardon_reader u = cardon_read(block, "eta"), old = cardon_read(block, "past(eta)");
  const cardon_writer new_u = cardon_write(block, "next(eta)");
  if (is(block, "next")) return;
  const int stride = is(block, "some") ? 2 : 1;
  CARDON_FOR_EACH(block, i, j, k)
  if (i % stride == 0)
    CARDON_AT(new_u, i, j, k) = 2 * CARDON_AT(u, i, j, k) - CARDON_AT(old, i, j, k);
}

static double step(const cardon_block* block) { return block->spacing[0]; }

CARDON_THORN(DishonestC) {
  cardon_summary(thorn, "Tasks that do not do what they declare, in C");
  CARDON_ADD_TEXT(thorn, "mistake", "none", "What is wrong",
                  .choices =
                      "none, stencil, undeclared, stray, region, nothing, next, some, nan, exit, "
                      "forgotten, initial, stripes, never");
  CARDON_ADD_EVOLVED(thorn, "phi", "Scalar field");
  CARDON_ADD_AUXILIARY(thorn, "psi", "Another field", .no_boundary = 1);
  CARDON_ADD_EVOLVED(thorn, "chi", "A field that the integrator advances");
  CARDON_ADD_EVOLVED(thorn, "eta", "A field with a past level", .past_levels = 1);
  cardon_limits_step(thorn, "step", step);
  CARDON_ADD_TASK(thorn, CARDON_INITIAL, "start", start, .writes = "phi, psi, chi, eta, past(eta)");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE, "evolve", evolve, .reads = "phi with stencil(1)",
                  .writes = "next(phi)");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE_RHS, "rate", rate, .reads = "chi", .writes = "rhs(chi)");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE, "leap", leap, .reads = "eta, past(eta)",
                  .writes = "next(eta)");
}
