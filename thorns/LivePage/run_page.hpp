// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/step_service.hpp>

namespace cardon {

/// The step service that serves the page, which not every run loads.
class RunPage : public StepService {};

template <>
inline constexpr const char* role_name<RunPage> = "run_page";

/// Whether rank 0, which is asked, is to serve the page.
bool page_is_wanted(const ParameterSet& parameters);

}  // namespace cardon
