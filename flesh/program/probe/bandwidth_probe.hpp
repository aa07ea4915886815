// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>
#include <cardon/thorn/types.hpp>

namespace cardon {

/// Bytes per second from rank `from` to rank `to`, in the small pieces in which the grid driver
/// sends over slow links, with `latency` (one way, in s) taken off; the value on `from`, 0
/// elsewhere. Messages grow until one takes 0.2 s. To be called by these two ranks.
Real probe_bandwidth(Transport& transport, int from, int to, Real latency);

}  // namespace cardon
