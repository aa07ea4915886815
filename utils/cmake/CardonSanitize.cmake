# SPDX-License-Identifier: Apache-2.0
# -D CARDON_SANITIZE=address,undefined (or thread): Cardon, its thorns and its tests with sanitizers of the compiler. What
# they find ends the program. CARDON_SLOWER is what times of tests are multiplied by.
set(CARDON_SANITIZE "" CACHE STRING "Sanitizers to build with: address,undefined or thread; empty: none")
set(CARDON_SLOWER 1)
if(CARDON_SANITIZE)
  set(CARDON_SLOWER 6)
  # Deeper optimisation compiles for twice as long and hides where an error comes from.
  target_compile_options(cardon_flags INTERFACE -O1 -g1 -fno-omit-frame-pointer -fsanitize=${CARDON_SANITIZE}
                         -fno-sanitize-recover=all)
  target_compile_definitions(cardon_flags INTERFACE CARDON_SANITIZED)
  target_link_options(cardon_flags INTERFACE -fsanitize=${CARDON_SANITIZE})
  # In every program, so that it knows what to pass over, whoever starts it.
  set(defaults "${PROJECT_SOURCE_DIR}/utils/sanitizers/defaults.cpp")
  set(is_program $<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>)
  target_sources(cardon_flags INTERFACE $<BUILD_INTERFACE:$<${is_program}:${defaults}>>)
endif()
