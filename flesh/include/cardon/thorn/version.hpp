// SPDX-License-Identifier: Apache-2.0
// Version of the interface between flesh and thorns.
#pragma once

namespace cardon {
/// Raised whenever a thorn compiled with older headers could not work.
inline constexpr int abi = 14;
/// Of Cardon: semantic version "major.minor.patch".
inline constexpr const char* version_text = "0.2.0";
}  // namespace cardon
