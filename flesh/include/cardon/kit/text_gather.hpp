// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Returns the texts of all ranks in their order on rank 0, nothing elsewhere. Texts may be long:
/// no other rank gets them. `tag` is that of the messages. Collective.
std::vector<std::string> texts_at_rank_0(Transport& transport, int tag, const std::string& own);

}  // namespace cardon
