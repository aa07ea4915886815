// SPDX-License-Identifier: Apache-2.0
// For tests of runs that go on beside them: steps rest for the milliseconds in the file that the
// environment names, as long as it says so, and need no processor for it. A parameter could not
// change at a restart.
#define _POSIX_C_SOURCE 199309L  // nanosleep
#include <cardon/thorn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long milliseconds(void) {
  const char* const name = getenv("LEISURE");
  FILE* const file = name != NULL ? fopen(name, "r") : NULL;
  long found = 0;
  if (file == NULL) return 0;
  if (fscanf(file, "%ld", &found) != 1) found = 0;
  fclose(file);
  return found;
}

static void rest(const cardon_block* block) {
  const cardon_writer done = cardon_write(block, "rested");
  CARDON_FOR_EACH(block, i, j, k) CARDON_AT(done, i, j, k) = 1;
  const long time = milliseconds();
  const struct timespec rest = {0, 1000000 * time};
  if (time > 0) nanosleep(&rest, NULL);
}

CARDON_THORN(Leisure) {
  cardon_summary(thorn, "Steps that take their time");
  CARDON_ADD_AUXILIARY(thorn, "rested", "Has rested");
  CARDON_ADD_TASK(thorn, CARDON_PRE_STEP, "rest", rest, .writes = "rested");
}
