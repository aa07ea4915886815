// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>
#include <string>
#include <vector>

namespace cardon {

/// On rank 0 the texts of all ranks, in their order; elsewhere nothing. Texts may be long: no other
/// rank gets them. `tag`: of the messages. Collective.
std::vector<std::string> texts_at_rank_0(Transport& transport, int tag, const std::string& own);

}  // namespace cardon
