// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/grid/layout.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/thorn/block.hpp>

namespace cardon {

/// The boundary of a thorn at one face of the domain, on one block.
class FaceTaskRunner {
 public:
  /// Everything is referred to and must outlive this.
  FaceTaskRunner(const DriverSetup& setup, const Task& task, const Layout& layout, int direction,
                 bool upper, const BlockStorage& storage);

  /// Whether it fills the field.
  bool fills(int field) const;
  /// Fills a level of its fields where a box, which lies beyond the points that are computed, meets
  /// the layers of the face: one call of the task for each layer, from the inside outwards.
  void fill(int level, const Box& box, Real time, const StepState& state);

 private:
  void bind(int level);

  const Task& task_;
  const Layout& layout_;
  const BlockStorage& storage_;
  BlockContext context_;
};

}  // namespace cardon
