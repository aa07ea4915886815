// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>

namespace cardon {

/// How many ranks this process is, at least 1. Collective.
int ranks_of_process(Transport& transport);

}  // namespace cardon
