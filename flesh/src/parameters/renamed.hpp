// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace cardon {

/// The present name of a parameter that older parameter files have in another section:
/// "emulated_compute.by" for ("driver", "padded_by"). Empty: it was never moved. Parameters that
/// kept their section declare their former name themselves, by formerly().
std::string_view moved_parameter(std::string_view section, std::string_view name);

}  // namespace cardon
