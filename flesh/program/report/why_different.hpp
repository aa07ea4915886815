// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "report/comparison.hpp"

namespace cardon {

/// What the provenances of two runs say about why their results differ; of identical runs one line
/// with what was different all the same, or nothing.
std::string why_different(const Comparison& comparison);

}  // namespace cardon
