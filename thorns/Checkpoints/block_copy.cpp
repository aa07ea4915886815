// SPDX-License-Identifier: Apache-2.0
#include "block_copy.hpp"

#include <algorithm>
#include <cardon/kit/grid/copy_box.hpp>

namespace cardon {
namespace {

constexpr std::size_t line = 64;

std::size_t bytes_of(const Box& box) { return std::size_t(box.points()) * sizeof(Real); }

}  // namespace

void BlockCopy::shape(const BoxOwners& owners, int rank, std::size_t slots,
                      std::size_t state_bytes) {
  all_.clear();
  for (std::size_t b = 0; b < owners.boxes.size(); ++b)
    if (owners.ranks[b] == rank && !owners.boxes[b].empty())
      for (std::size_t s = 0; s < slots; ++s)
        all_.push_back({int(b), s, 0, bytes_of(owners.boxes[b])});
  flags_ = all_.size();
  state_bytes_ = state_bytes;
  capacity_ = (flags_ + state_bytes_ + line - 1) / line * line;
  for (Part& part : all_) {
    part.offset = capacity_;
    capacity_ += part.bytes;
  }
  if (capacity_ > reserved_ || !memory_) {
    memory_ = nullptr;
    memory_ = std::make_unique<PageMemory>(capacity_ + line);
    reserved_ = capacity_;
  }
}

// Levels that hold nothing take no room in the message: those behind them move up.
void BlockCopy::fill(const BoxOwners& owners, const std::vector<plan::Slot>& slots,
                     const BlockStorages& blocks, std::span<const std::byte> state) {
  std::copy_n(state.begin(), state_bytes_, memory() + flags_);
  std::size_t at = all_.empty() ? capacity_ : all_.front().offset;
  for (std::size_t n = 0; n < all_.size(); ++n) {
    const plan::Slot& slot = slots[all_[n].slot];
    const BlockStorage& storage = *blocks.at(all_[n].block);
    const bool used = storage.in_use(slot.field, slot.level);
    memory()[n] = std::byte{used};
    if (!used) continue;
    pack_box(storage.array(slot.field, slot.level), owners.boxes[std::size_t(all_[n].block)],
             reinterpret_cast<Real*>(memory() + at));
    at += all_[n].bytes;
  }
}

std::vector<BlockCopy::Part> BlockCopy::parts() const {
  std::vector<Part> parts;
  std::size_t at = all_.empty() ? capacity_ : all_.front().offset;
  for (std::size_t n = 0; n < all_.size(); ++n) {
    if (memory()[n] == std::byte{0}) continue;
    parts.push_back(all_[n]);
    parts.back().offset = at;
    at += all_[n].bytes;
  }
  return parts;
}

std::span<const std::byte> BlockCopy::filled() const {
  const std::vector<Part> used = parts();
  const std::size_t head = all_.empty() ? capacity_ : all_.front().offset;
  return {memory(), used.empty() ? head : used.back().offset + used.back().bytes};
}

}  // namespace cardon
