// SPDX-License-Identifier: Apache-2.0
// Moving the points of a box between arrays and messages.
#pragma once
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/thorn/box.hpp>

namespace cardon {

/// Writes the points of a box one after the other, x fastest; returns the end of what was written.
Real* pack_box(const FieldArray& from, const Box& box, Real* out);
/// Reads what pack_box wrote; returns the end of what was read.
const Real* unpack_box(const FieldArray& to, const Box& box, const Real* in);
/// Copies to each point i of the box the point i + shift of the same array. The points do not
/// overlap.
void copy_points(const FieldArray& array, const Box& to, const Index3& shift);

}  // namespace cardon
