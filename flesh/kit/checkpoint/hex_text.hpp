// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace cardon {

std::string hex_text(std::span<const std::byte> bytes);
/// Throws CheckpointDamage where the text is none of hex_text.
std::vector<std::byte> bytes_of_hex(const std::string& text);

}  // namespace cardon
