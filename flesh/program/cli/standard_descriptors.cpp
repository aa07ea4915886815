// SPDX-License-Identifier: Apache-2.0
#include "standard_descriptors.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace cardon::cli {

void reserve_standard_descriptors() {
  int descriptor = 0;
  do descriptor = open("/dev/null", O_RDWR);
  while (descriptor >= 0 && descriptor <= STDERR_FILENO);
  if (descriptor > STDERR_FILENO) close(descriptor);
}

}  // namespace cardon::cli
