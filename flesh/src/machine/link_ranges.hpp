// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/parameter_options.hpp>

namespace cardon {

/// What a link may be said to have. Beyond this, times of messages do not fit into nanoseconds.
inline constexpr Range possible_delay = between(0, 1e6);  ///< s
inline constexpr Range possible_bandwidth = at_least(1);  ///< B/s

}  // namespace cardon
