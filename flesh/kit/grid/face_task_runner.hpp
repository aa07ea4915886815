// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/grid/layout.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/thorn/block.hpp>

#include "grid/scalar_sink.hpp"

namespace cardon {

/// The boundary of a thorn at one face of the domain, on one block.
class FaceTaskRunner {
 public:
  /// Everything is referred to and must outlive this.
  FaceTaskRunner(const DriverSetup& setup, const Task& task, const Layout& layout, int direction,
                 bool upper, const BlockStorage& storage);

  /// Whether it fills the field.
  bool fills(int field) const;
  /// Fills a level of its fields, as a boundary task of the program says, where a box, which lies
  /// beyond the points that are computed, meets the layers of the face: one call of the thorn's
  /// function for each layer, from the inside outwards.
  void fill(const Task& instance, const Box& box, const StepState& state);
  /// Binds the arrays as the levels lie now; fill() does so as well.
  void bind(int level);

 private:
  void read_scalars(const Task& instance, const StepState& state);

  const Task& task_;
  const ScalarSink* scalars_;
  TaskFailures* failures_;  // null: errors are thrown
  const Layout& layout_;
  const BlockStorage& storage_;
  BlockContext context_;
};

}  // namespace cardon
