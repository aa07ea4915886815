// SPDX-License-Identifier: Apache-2.0
#include <sys/mman.h>

#include <cardon/kit/grid/page_memory.hpp>
#include <cardon/thorn/row_loop.hpp>
#include <cstdint>

#include "cores/memory_facts.hpp"

namespace cardon {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;

}  // namespace

#if defined(KOKKOS_ENABLE_CUDA)

PageMemory::PageMemory(std::size_t bytes) {
  base_ = Kokkos::kokkos_malloc<Kokkos::CudaUVMSpace>(bytes);
  if (base_ == nullptr) throw out_of_memory(double(bytes));
  data_ = static_cast<std::byte*>(base_);
}

PageMemory::~PageMemory() { Kokkos::kokkos_free<Kokkos::CudaUVMSpace>(base_); }

#else

PageMemory::PageMemory(std::size_t bytes) {
  const bool large = bytes >= huge_page;
  mapped_ = bytes + (large ? huge_page : 0);
  base_ = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base_ == MAP_FAILED) throw out_of_memory(double(bytes));
  const auto address = reinterpret_cast<std::uintptr_t>(base_);
  const std::uintptr_t start = large ? (address + huge_page - 1) / huge_page * huge_page : address;
  data_ = static_cast<std::byte*>(base_) + (start - address);
  if (large) madvise(data_, bytes, MADV_HUGEPAGE);  // a wish: refusal costs time only
}

PageMemory::~PageMemory() { munmap(base_, mapped_); }

#endif

}  // namespace cardon
