// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

namespace cardon {

class Transport;

/// One number of every rank, in the order of ranks. Collective.
std::vector<double> gather_number(double mine, Transport& transport);

}  // namespace cardon
