// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/grid/box_moves.hpp>
#include <cardon/plan/slot.hpp>
#include <cardon/services/field_access.hpp>
#include <cardon/services/storage_access.hpp>
#include <cardon/services/transport.hpp>
#include <map>
#include <memory>
#include <vector>

namespace cardon {

/// The fields of this rank at the end of one step, kept to go back to them: the current levels of
/// all that is carried from step to step.
class StateCopy {
 public:
  /// Everything is referred to. The driver has been set up; `storage` is its own.
  StateCopy(const Program& program, StorageAccess& storage, int rank);
  /// Before take() of the blocks of another step.
  void begin();
  /// Copies what a block has.
  void take(const FieldAccess::BlockView& block);
  /// Puts all of it back, after take() of every block and Driver::finish(), even if the driver has
  /// cut the grid in another way since. Collective.
  void restore(Transport& transport);

 private:
  bool same_owners(const BoxOwners& now) const;
  int block_with(const Box& owned) const;

  const Program& program_;
  StorageAccess& storage_;
  int rank_;
  std::vector<plan::Slot> slots_;
  BoxOwners owners_;
  std::vector<Box> owned_;  // by block
  std::map<int, std::unique_ptr<BlockStorage>> blocks_;
};

}  // namespace cardon
