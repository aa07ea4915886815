# SPDX-License-Identifier: Apache-2.0
# A name that is no part of a function's name.
include(${THORN_FUNCTION})
cardon_thorn(A-B SOURCES a.c)
