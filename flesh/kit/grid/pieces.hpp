// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <cardon/thorn/row_loop.hpp>
#include <vector>

namespace cardon {

/// Appends the box to `pieces`, cut where it leaves the domain in a wrapping direction; the frame
/// of each piece leads its points back to their global indices and coordinates.
void cut_at_images(const Layout& layout, const Box& box, std::vector<Piece>& pieces);

/// About as many parts, and no more, of about equal size, in the order of the storage: planes, or
/// rows of them where there are fewer planes. Rows stay whole.
std::vector<Box> parts_of_box(const Box& box, int parts);

}  // namespace cardon
