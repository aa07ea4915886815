// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace cardon {

/// The present name of a parameter that older parameter files know by another one: "timeout" for
/// ("transport", "give_up_after"), "emulated_compute.by" for ("driver", "padded_by"). Empty: it
/// never had another name.
std::string_view renamed_parameter(std::string_view section, std::string_view name);

}  // namespace cardon
