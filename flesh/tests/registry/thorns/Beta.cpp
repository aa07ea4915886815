// SPDX-License-Identifier: Apache-2.0
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Field rho{"rho", "Density"};

CARDON_THORN(Beta) {
  thorn.summary("A field for others");
  thorn.auxiliary(rho);
}
