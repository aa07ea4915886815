# SPDX-License-Identifier: Apache-2.0
# Script: writes RESULT, a source file with the commit of the tree SOURCE and a mark if what is compiled has changed since.
set(revision unknown)
if(GIT)
  execute_process(COMMAND ${GIT} describe --always --tags WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE described
                  RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  # Without locks: somebody may be committing.
  execute_process(COMMAND ${GIT} --no-optional-locks status --porcelain -- CMakeLists.txt arrangements flesh thorns utils/cmake
                          ":!*.md" ":!*/tests/*"
                  WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE changes ERROR_QUIET)
  if(NOT failed)
    set(revision ${described})
    if(changes)
      string(APPEND revision "-changed")
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT ${RESULT} CONTENT [[
// SPDX-License-Identifier: Apache-2.0
#include "build_info.hpp"

namespace cardon::cli {

const char* const build_revision = "@revision@";

}  // namespace cardon::cli
]] @ONLY)
