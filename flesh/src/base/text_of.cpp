// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cardon/thorn/text_of.hpp>

namespace cardon {

std::string text_of(Real value) { return fmt::format("{}", value); }

}  // namespace cardon
