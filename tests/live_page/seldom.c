// SPDX-License-Identifier: Apache-2.0
// For tests of plans: a task that is due in every third step only.
#include <cardon/thorn.h>

static void note(const cardon_block* block) {
  const cardon_writer noted = cardon_write(block, "noted");
  CARDON_FOR_EACH(block, i, j, k) CARDON_AT(noted, i, j, k) = 1;
}

CARDON_THORN(Seldom) {
  cardon_summary(thorn, "A task that is due in every third step");
  CARDON_ADD_AUXILIARY(thorn, "noted", "Has been noted");
  CARDON_ADD_TASK(thorn, CARDON_PRE_STEP, "note", note, .writes = "noted", .every = 3);
}
