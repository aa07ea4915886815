// SPDX-License-Identifier: Apache-2.0
// A part of a field, from wherever it is stored, on one rank.
#pragma once
#include <cardon/services/snapshot.hpp>
#include <vector>

namespace cardon {

/// Returns the values of `box` (x fastest) on rank 0, nothing on other ranks. Collective; only the
/// values inside the box travel, from rank to rank 0. The box lies in the domain. Throws Bug if the
/// pieces do not cover the box.
std::vector<Real> gather(const FieldView& view, const Box& box, Transport& transport);

}  // namespace cardon
