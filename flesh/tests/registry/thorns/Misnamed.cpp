// SPDX-License-Identifier: Apache-2.0
// The file is called Misnamed, the thorn is not.
#include <cardon/thorn.hpp>

CARDON_THORN(Elsewhere) { thorn.summary("In a file of another name"); }
