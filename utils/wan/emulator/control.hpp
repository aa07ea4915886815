// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "network.hpp"

namespace wan {

/// Carries out one line: set A B MILLISECONDS MBIT_PER_SECOND, cut A B, heal A B, or status, where
/// A and B are sites or '*'. Answers with a text that starts with "error: " if that was not
/// possible.
std::string control(Network& network, const std::string& line);

}  // namespace wan
