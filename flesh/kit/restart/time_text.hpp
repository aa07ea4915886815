// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <string>

namespace cardon {

/// "2026-03-01T12:00:00.123456Z": runs that start in the same second are told from each other.
std::string time_text(std::chrono::system_clock::time_point time);

}  // namespace cardon
