// SPDX-License-Identifier: Apache-2.0
// The blocks of a driver that does nothing else, for tests of checkpoints.
#pragma once
#include <gtest/gtest.h>

#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/grid/box_moves.hpp>
#include <cardon/kit/grid/layout.hpp>
#include <cardon/kit/grid/topology.hpp>
#include <cardon/services/storage_access.hpp>
#include <memory>

#include "sample_fields.hpp"

namespace cardon {

class BlockDriver : public StorageAccess {
 public:
  /// One block per rank, along the last direction.
  BlockDriver(const SampleFields& run, const Transport& transport) : run_(run) {
    Index3 blocks{1, 1, 1};
    blocks[std::size_t(run.grid.dimensions - 1)] = transport.size();
    layout_ = std::make_unique<Layout>(run.grid, decompose(run.grid, blocks));
    number_ = transport.rank();
    const Box& owned = layout_->owned(number_);
    storage_ = std::make_unique<BlockStorage>(run.grid, owned, layout_->stored(number_, 1),
                                              run.program.fields);
  }
  /// The points that this rank is responsible for.
  Box box() const { return owners_of(*layout_).boxes[std::size_t(number_)]; }
  /// Values that depend on field, point and `seed`.
  static Real value(int field, int i, int j, int k, int seed) {
    return seed + 0.125 * field + i + 100.0 * j + 10000.0 * k;
  }
  void fill(int seed) {
    each([&](Real& value_here, int field, int i, int j, int k) {
      value_here = value(field, i, j, k, seed);
    });
  }
  void expect(int seed) {
    each([&](Real& value_here, int field, int i, int j, int k) {
      ASSERT_EQ(value_here, value(field, i, j, k, seed)) << i << ' ' << j << ' ' << k;
    });
  }

  const Layout& layout() const override { return *layout_; }
  std::map<int, BlockStorage*> storages() override { return {{number_, storage_.get()}}; }
  void fill_images() override {}

 private:
  template <class Visit>
  void each(const Visit& visit) {
    const Box box = this->box();
    for (const GridFunction& f : run_.program.fields) {
      const FieldArray array = storage_->array(f.id, 0);
      for (int k = box.lo[2]; k < box.hi[2]; ++k)
        for (int j = box.lo[1]; j < box.hi[1]; ++j)
          for (int i = box.lo[0]; i < box.hi[0]; ++i) visit(array.row(j, k)[i], f.id, i, j, k);
    }
  }

  const SampleFields& run_;
  int number_ = 0;
  std::unique_ptr<Layout> layout_;
  std::unique_ptr<BlockStorage> storage_;
};

}  // namespace cardon
