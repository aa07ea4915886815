// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>
#include <vector>

namespace cardon {

/// s of the processor that a message takes at each end, whatever its length: to send it, to look
/// for it and to take it. Measured with messages of 8 bytes that all ranks of a site send around;
/// the least of several rounds. 0 for a rank that is alone at its site. `sites`: their ranks.
/// Collective.
double measured_message_seconds(Transport& transport, int tag,
                                const std::vector<std::vector<int>>& sites);

}  // namespace cardon
