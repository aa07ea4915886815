// SPDX-License-Identifier: Apache-2.0
#include "cardon/thorn/text_of.hpp"

#include <fmt/format.h>

namespace cardon {

std::string text_of(Real value) { return fmt::format("{}", value); }

}  // namespace cardon
