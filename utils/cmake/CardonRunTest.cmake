# SPDX-License-Identifier: Apache-2.0
# Runs one parameter file into a fresh folder; fails if cardon does.
file(REMOVE_RECURSE ${OUT})
execute_process(COMMAND ${CARDON} run ${FILE} --thorn-path ${THORNS} --out ${OUT} RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "cardon ended with exit code ${code}")
endif()
