// SPDX-License-Identifier: Apache-2.0
// Memory that the system copies to files fast.
#pragma once
#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace cardon {

/// Blocks that begin at pages of memory, as what they are copied to does: with other starts some
/// processors copy several times slower. Values are not set to zero.
template <class Value>
struct PageAllocator {
  using value_type = Value;
  static constexpr std::align_val_t page{4096};

  PageAllocator() = default;
  template <class Other>
  explicit PageAllocator(const PageAllocator<Other>&) {}
  Value* allocate(std::size_t n) {
    return static_cast<Value*>(::operator new(n * sizeof(Value), page));
  }
  void deallocate(Value* block, std::size_t) { ::operator delete(block, page); }
  template <class... Arguments>
  void construct(Value* place, Arguments&&... arguments) {
    if constexpr (sizeof...(arguments) > 0)
      ::new (place) Value(std::forward<Arguments>(arguments)...);
  }
  bool operator==(const PageAllocator&) const { return true; }
};

using PageBytes = std::vector<std::byte, PageAllocator<std::byte>>;

}  // namespace cardon
