// SPDX-License-Identifier: Apache-2.0
// Version of the interface between flesh and thorns.
#pragma once

namespace cardon {
/// Raised whenever a thorn compiled with older headers could not work.
inline constexpr int abi = 23;
/// Version of Cardon: "major.minor.patch", a semantic version.
inline constexpr const char* version_text = "0.2.0";
}  // namespace cardon
