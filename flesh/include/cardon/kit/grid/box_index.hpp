// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/box.hpp>
#include <span>
#include <vector>

namespace cardon {

/// Finds those of many boxes that share points with a given one, without looking at all of them:
/// space is divided into cells of about the size of a box.
class BoxIndex {
 public:
  /// Empty boxes are never found. Takes time in proportion to the number of boxes, if they hardly
  /// overlap.
  explicit BoxIndex(std::span<const Box> boxes);
  /// Returns the boxes that touch `box`, in ascending order.
  std::vector<int> touching(const Box& box) const;

 private:
  Box cells_of(const Box& box) const;
  std::size_t cell(int i, int j, int k) const {
    return (std::size_t(k) * std::size_t(count_[1]) + std::size_t(j)) * std::size_t(count_[0]) +
           std::size_t(i);
  }
  template <class Visit>
  void for_cells(const Box& box, Visit&& visit) const;

  std::vector<Box> boxes_;
  Box space_;                // holds all boxes
  Index3 size_{1, 1, 1};     // of a cell
  Index3 count_{1, 1, 1};    // of cells
  std::vector<long> first_;  // by cell: its place in listed_; one more at the end
  std::vector<int> listed_;  // boxes by cell
};

}  // namespace cardon
