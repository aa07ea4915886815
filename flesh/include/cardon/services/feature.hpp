// SPDX-License-Identifier: Apache-2.0
// What a service may say about itself, so that the flesh finds it without knowing its name.
#pragma once
#include <array>
#include <string_view>

namespace cardon::feature {

/// Marks the service of a role for runs that name none. At most one per role.
inline constexpr const char* standard = "standard";
/// A driver that decomposes over several sites, joined by slow links.
inline constexpr const char* sites = "sites";
/// A driver that stretches computing as the ComputeEmulator of its setup asks.
inline constexpr const char* emulated_compute = "emulated_compute";
/// A transport between processes that a launcher such as mpirun has started.
inline constexpr const char* launched = "launched";

/// Another word is an error of the thorn.
inline constexpr std::array<std::string_view, 4> all{standard, sites, emulated_compute, launched};

}  // namespace cardon::feature
