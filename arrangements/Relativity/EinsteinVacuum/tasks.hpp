// SPDX-License-Identifier: Apache-2.0
// Where the tasks of EinsteinVacuum are declared: in the source that has them. n is the order of
// differences.
#pragma once
#include <cardon/thorn.hpp>

namespace cardon::einstein {

template <int n>
void declare_rates(ThornBuilder& thorn);
void declare_upkeep(ThornBuilder& thorn);
void declare_initial_data(ThornBuilder& thorn);
void declare_analysis(ThornBuilder& thorn);

}  // namespace cardon::einstein
