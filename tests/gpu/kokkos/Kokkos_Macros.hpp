// SPDX-License-Identifier: Apache-2.0
// What Kokkos defines where kernels run on a GPU, and a device function that the headers of
// HIP bring along; CUDA's compiler has its own.
#pragma once
#include <cstddef>

#ifdef __CUDACC__
#define KOKKOS_ENABLE_CUDA
#else
#define KOKKOS_ENABLE_HIP
#endif
#define KOKKOS_FUNCTION __attribute__((host)) __attribute__((device))
#define KOKKOS_INLINE_FUNCTION inline KOKKOS_FUNCTION
#define KOKKOS_FORCEINLINE_FUNCTION inline __attribute__((always_inline)) KOKKOS_FUNCTION
#define KOKKOS_LAMBDA [=] KOKKOS_FUNCTION

#ifndef __CUDACC__
__attribute__((device)) inline void* memcpy(void* to, const void* from, std::size_t n) {
  return __builtin_memcpy(to, from, n);
}
#endif
