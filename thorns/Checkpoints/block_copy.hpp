// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/box_moves.hpp>
#include <cardon/kit/grid/page_memory.hpp>
#include <cardon/kit/grid/redistribute.hpp>
#include <cardon/plan/slot.hpp>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace cardon {

/// The values of the blocks of one rank at one iteration, one after the other, with some bytes of
/// state before them: made where the blocks are, or received from there. Memory is kept for the
/// next time.
class BlockCopy {
 public:
  /// One level of one block. No values: nobody ever wrote to this level.
  struct Part {
    int block = 0;           ///< index into BoxOwners::boxes
    std::size_t slot = 0;    ///< index into the levels
    std::size_t offset = 0;  ///< of its values in the copy
    std::size_t bytes = 0;
  };

  /// Takes the shape of the blocks of `rank`.
  void shape(const BoxOwners& owners, int rank, std::size_t slots, std::size_t state_bytes);
  /// Copies values and state in.
  void fill(const BoxOwners& owners, const std::vector<plan::Slot>& slots,
            const BlockStorages& blocks, std::span<const std::byte> state);

  /// What a message with the copy holds: of the longest that it can be, and of this one.
  std::span<std::byte> room() { return {memory(), capacity_}; }
  std::span<const std::byte> filled() const;
  std::span<const std::byte> state() const { return {memory() + flags_, state_bytes_}; }
  /// The levels that hold something.
  std::vector<Part> parts() const;
  std::span<const std::byte> values(const Part& part) const {
    return {memory() + part.offset, part.bytes};
  }

 private:
  std::byte* memory() const { return memory_->data(); }

  std::vector<Part> all_;  // as if every level held something; offsets are those of this case
  std::size_t flags_ = 0, state_bytes_ = 0, capacity_ = 0, reserved_ = 0;
  std::unique_ptr<PageMemory> memory_;
};

}  // namespace cardon
