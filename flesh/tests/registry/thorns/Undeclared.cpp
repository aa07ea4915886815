// SPDX-License-Identifier: Apache-2.0
// As the module of a thorn in C whose source says CARDON_THORN(Elsewhere).
#include <cardon/thorn/foreign_thorn.hpp>

CARDON_FOREIGN_THORN(Undeclared)
