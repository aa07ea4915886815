// SPDX-License-Identifier: Apache-2.0
// Declares what cannot be: no summary, a name used twice, a name that is not an identifier, no
// description, no function.
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Field phi{"phi", "Scalar field"};
constexpr Field odd{"two words", "A name with a blank"};
constexpr Field silent{"silent", ""};
constexpr Field swift{"swift", "Speed", unit("furlong/s")};
constexpr Parameter weight{"weight", 1.0, "Weight", unit("Kkg")};

CARDON_THORN(Contradiction) {
  thorn.evolves(phi, odd);
  thorn.auxiliary(phi, silent, swift);
  thorn.parameters(weight);
  detail::add_block_task(thorn.declaration(), Initial, "start", nullptr);
}
