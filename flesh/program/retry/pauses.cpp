// SPDX-License-Identifier: Apache-2.0
#include "retry/pauses.hpp"

#include <algorithm>

namespace cardon {

double Pauses::next(bool got_further) {
  next_ = got_further || next_ == 0 ? first_ : std::min(2 * next_, longest);
  return next_;
}

}  // namespace cardon
