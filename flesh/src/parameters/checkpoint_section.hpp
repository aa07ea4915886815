// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_section.hpp>

namespace cardon {

/// The section `checkpoint`.
ParameterSection checkpoint_section();

}  // namespace cardon
