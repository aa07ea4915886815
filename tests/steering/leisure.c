// SPDX-License-Identifier: Apache-2.0
// For tests of runs that are steered: steps take as long as the environment says, and need no
// processor for it. A parameter could not change at a restart.
#define _POSIX_C_SOURCE 199309L  // nanosleep
#include <cardon/thorn.h>
#include <stdlib.h>
#include <time.h>

static void rest(const cardon_block* block) {
  const cardon_writer done = cardon_write(block, "rested");
  CARDON_FOR_EACH(block, i, j, k) CARDON_AT(done, i, j, k) = 1;
  const char* const text = getenv("LEISURE_MS");
  const long time = text != NULL ? strtol(text, NULL, 10) : 0;
  const struct timespec rest = {0, 1000000 * time};
  if (time > 0) nanosleep(&rest, NULL);
}

CARDON_THORN(Leisure) {
  cardon_summary(thorn, "Steps that take their time");
  CARDON_ADD_AUXILIARY(thorn, "rested", "Has rested");
  CARDON_ADD_TASK(thorn, CARDON_PRE_STEP, "rest", rest, .writes = "rested");
}
