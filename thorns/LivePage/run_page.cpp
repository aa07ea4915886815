// SPDX-License-Identifier: Apache-2.0
#include "run_page.hpp"

#include <unistd.h>

#include "page_parameters.hpp"

namespace cardon {

bool page_is_wanted(const ParameterSet& parameters) {
  const auto serve = parameters.get("page", page::serve);
  const bool terminal = isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1;
  return serve == "always" || (serve == "auto" && terminal);
}

}  // namespace cardon
