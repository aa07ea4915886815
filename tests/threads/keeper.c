// SPDX-License-Identifier: Apache-2.0
// For tests: the task of keeper.cpp that keeps a row, in C.
#include <cardon/thorn.h>

static void start(const cardon_block* block) {
  const cardon_writer u = cardon_write(block, "phi");
  CARDON_FOR_EACH(block, i, j, k)
  CARDON_AT(u, i, j, k) = cardon_x(block, i) + 10 * cardon_y(block, j) * cardon_z(block, k);
}

static volatile double row[1024];

static void keep(const cardon_block* block) {
  const cardon_reader u = cardon_read(block, "phi");
  const cardon_writer next = cardon_write(block, "next(phi)");
  for (int k = block->lo[2]; k < block->hi[2]; ++k)
    for (int j = block->lo[1]; j < block->hi[1]; ++j)
      for (int n = 0; n < 20; ++n) {
        for (int i = block->lo[0]; i < block->hi[0]; ++i) row[i] = CARDON_AT(u, i, j, k);
        for (int i = block->lo[0]; i < block->hi[0]; ++i) CARDON_AT(next, i, j, k) = 1.5 * row[i];
      }
}

static double step(const cardon_block* block) { return block->spacing[0]; }

CARDON_THORN(KeeperC) {
  cardon_summary(thorn, "A task that keeps data, in C");
  CARDON_ADD_EVOLVED(thorn, "phi", "Scalar field");
  cardon_limits_step(thorn, "step", step);
  CARDON_ADD_TASK(thorn, CARDON_INITIAL, "start", start, .writes = "phi");
  CARDON_ADD_TASK(thorn, CARDON_EVOLVE, "keep", keep, .reads = "phi", .writes = "next(phi)",
                  .serial = 1);
}
