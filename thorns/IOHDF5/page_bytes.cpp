// SPDX-License-Identifier: Apache-2.0
#include "page_bytes.hpp"

#include <sys/mman.h>

#include <algorithm>

namespace cardon {
namespace {

constexpr std::size_t small_page = 4096, huge_page = std::size_t{2} << 20;

// The last one may lack an eighth.
std::size_t huge_bytes(std::size_t bytes) {
  return (bytes + huge_page / 8) / huge_page * huge_page;
}

std::align_val_t start(std::size_t bytes) {
  return std::align_val_t(huge_bytes(bytes) > 0 ? huge_page : small_page);
}

}  // namespace

void* new_pages(std::size_t bytes) {
  const std::size_t huge = huge_bytes(bytes);
  void* const block = ::operator new(std::max(bytes, huge), start(bytes));
  if (huge > 0) madvise(block, huge, MADV_HUGEPAGE);  // a wish: refusal costs time only
  return block;
}

void delete_pages(void* block, std::size_t bytes) noexcept {
  ::operator delete(block, start(bytes));
}

}  // namespace cardon
