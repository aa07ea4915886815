// SPDX-License-Identifier: Apache-2.0
// Failing on all ranks or on none.
#pragma once
#include <cardon/services/transport.hpp>
#include <functional>

namespace cardon {

/// Runs `work` on this rank. If it throws Error on any rank, every rank throws the Error of the
/// lowest such rank, so that no rank waits for one that has given up. Collective: one all_gather.
void collective_or_throw(Transport& transport, const std::function<void()>& work);

}  // namespace cardon
