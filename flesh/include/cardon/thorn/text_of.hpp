// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/types.hpp>
#include <string>

namespace cardon {

/// A number for messages, with as many digits as it takes to tell it from all others: "0.1".
std::string text_of(Real value);

}  // namespace cardon
