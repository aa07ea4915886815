// SPDX-License-Identifier: Apache-2.0
#include <sys/mman.h>

#include <cardon/kit/grid/page_memory.hpp>
#include <cardon/thorn/row_loop.hpp>
#include <cstdint>
#include <cstdlib>

#include "cores/memory_facts.hpp"

namespace cardon {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t small_page = 4096;

}  // namespace

#if defined(KOKKOS_ENABLE_CUDA)

PageMemory::PageMemory(std::size_t bytes) {
  base_ = Kokkos::kokkos_malloc<Kokkos::CudaUVMSpace>(bytes);
  if (base_ == nullptr) throw out_of_memory(double(bytes));
  data_ = static_cast<std::byte*>(base_);
}

PageMemory::~PageMemory() { Kokkos::kokkos_free<Kokkos::CudaUVMSpace>(base_); }

#else

// What is smaller than a huge page comes from the heap, which has it at hand where blocks come and
// go; new pages take longer than filling them.
PageMemory::PageMemory(std::size_t bytes) : mapped_(bytes >= huge_page ? bytes + huge_page : 0) {
  if (mapped_ == 0) {
    base_ = std::aligned_alloc(small_page, (bytes / small_page + 1) * small_page);
    if (base_ == nullptr) throw out_of_memory(double(bytes));
    data_ = static_cast<std::byte*>(base_);
    return;
  }
  base_ = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base_ == MAP_FAILED) throw out_of_memory(double(bytes));
  const auto address = reinterpret_cast<std::uintptr_t>(base_);
  const std::uintptr_t start = (address + huge_page - 1) / huge_page * huge_page;
  data_ = static_cast<std::byte*>(base_) + (start - address);
  madvise(data_, bytes, MADV_HUGEPAGE);  // a wish: refusal costs time only
}

PageMemory::~PageMemory() {
  if (mapped_ == 0)
    std::free(base_);
  else
    munmap(base_, mapped_);
}

#endif

}  // namespace cardon
