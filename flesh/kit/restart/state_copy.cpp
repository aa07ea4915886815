// SPDX-License-Identifier: Apache-2.0
#include "restart/state_copy.hpp"

#include <algorithm>
#include <cardon/kit/checkpoint/checkpoint_slots.hpp>
#include <cardon/kit/grid/layout.hpp>
#include <cardon/kit/grid/redistribute.hpp>
#include <cardon/thorn/error.hpp>
#include <cstring>

namespace cardon {

StateCopy::StateCopy(const Program& program, StorageAccess& storage, int rank)
    : program_(program), storage_(storage), rank_(rank), slots_(checkpoint_slots(program)) {}

bool StateCopy::same_owners(const BoxOwners& now) const {
  return now.boxes == owners_.boxes && now.ranks == owners_.ranks;
}

void StateCopy::begin() {
  const Layout& layout = storage_.layout();
  BoxOwners now = owners_of(layout);
  if (same_owners(now)) return;
  owners_ = std::move(now);
  owned_.clear();
  blocks_.clear();
  for (std::size_t b = 0; b < owners_.boxes.size(); ++b) {
    owned_.push_back(layout.owned(int(b)));
    const Box& box = owners_.boxes[b];
    if (owners_.ranks[b] == rank_ && !box.empty())
      blocks_[int(b)] = std::make_unique<BlockStorage>(program_.grid, box, box, program_.fields);
  }
}

int StateCopy::block_with(const Box& owned) const {
  for (const auto& [block, storage] : blocks_)
    if (owned_[std::size_t(block)] == owned) return block;
  throw Bug("a block is to be copied that this rank does not have");
}

void StateCopy::take(const FieldAccess::BlockView& block) {
  for (const plan::Slot& slot : slots_) {
    const FieldPiece piece = block(slot.field);
    const int number = block_with(piece.box);
    const Box& box = owners_.boxes[std::size_t(number)];
    const FieldArray copy = blocks_.at(number)->array(slot.field, slot.level);
    for (int k = box.lo[2]; k < box.hi[2]; ++k)
      for (int j = box.lo[1]; j < box.hi[1]; ++j)
        std::memcpy(copy.row(j, k) + box.lo[0], piece.row(j, k) + box.lo[0],
                    std::size_t(box.extent(0)) * sizeof(Real));
  }
}

void StateCopy::restore(Transport& transport) {
  BlockStorages from;
  for (const auto& [block, storage] : blocks_) from[block] = storage.get();
  move_points(plan_moves(owners_, owners_of(storage_.layout()), rank_), slots_, from,
              storage_.storages(), transport);
  storage_.fill_images();
}

}  // namespace cardon
