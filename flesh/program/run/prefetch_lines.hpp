// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "cardon/services/driver.hpp"
#include "cardon/services/prefetch_facts.hpp"

namespace cardon {

/// What the driver chose on this rank; nothing if it never chooses.
std::vector<PrefetchFacts::Choice> prefetching_of(Driver& driver);

/// "prefetch: on for A::b (1.12 times as fast as without), off for A::c (0.93)"; empty if no task
/// was timed.
std::string prefetch_text(const std::vector<PrefetchFacts::Choice>& tasks);

}  // namespace cardon
