// SPDX-License-Identifier: Apache-2.0
// Memory that the system copies to files fast.
#pragma once
#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace cardon {

/// Memory that begins at a page, at a huge one where it fills some: with other starts some
/// processors copy several times slower, and where memory is new, one huge page is had faster than
/// its parts.
void* new_pages(std::size_t bytes);
/// Frees it.
void delete_pages(void* block, std::size_t bytes) noexcept;

/// Gets blocks from new_pages. Values are not set to zero.
template <class Value>
struct PageAllocator {
  using value_type = Value;

  PageAllocator() = default;
  template <class Other>
  explicit PageAllocator(const PageAllocator<Other>&) {}
  Value* allocate(std::size_t n) { return static_cast<Value*>(new_pages(n * sizeof(Value))); }
  void deallocate(Value* block, std::size_t n) { delete_pages(block, n * sizeof(Value)); }
  template <class... Arguments>
  void construct(Value* place, Arguments&&... arguments) {
    if constexpr (sizeof...(arguments) > 0)
      ::new (place) Value(std::forward<Arguments>(arguments)...);
  }
  bool operator==(const PageAllocator&) const { return true; }
};

using PageBytes = std::vector<std::byte, PageAllocator<std::byte>>;

}  // namespace cardon
