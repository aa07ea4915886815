// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// One point of a cut face costs as much time as this many point updates (measured: pack, copy and
/// unpack of one field against a 7-point stencil). Per direction of the face's normal.
inline constexpr double face_cost[3] = {6.0, 1.7, 1.6};

}  // namespace cardon
