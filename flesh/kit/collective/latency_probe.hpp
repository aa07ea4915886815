// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>
#include <cardon/thorn/types.hpp>
#include <vector>

namespace cardon {

/// Half the shortest round trip, in s, between the rank `leader` and each of `peers`, measured by
/// the peers at the same time; the value on a peer, 0 elsewhere. A peer that lies far
/// beyond `threshold` stops early. To be called by leader and peers; other ranks return
/// at once.
Real probe_latency(Transport& transport, int leader, const std::vector<int>& peers, Real threshold);

}  // namespace cardon
