// SPDX-License-Identifier: Apache-2.0
// The loop below Block::for_each. On a CPU rows run in a vectorised inner loop over x; on a GPU the
// same kernel runs once per point. See flesh/doc/how-the-driver-thinks.md for why rows and not
// Kokkos::MDRangePolicy.
#pragma once
#include <Kokkos_Macros.hpp>
#include <algorithm>
#include <cardon/thorn/box.hpp>
#include <cardon/thorn/point.hpp>
#include <cardon/thorn/rows_ahead.hpp>
#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>

#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP) || defined(KOKKOS_ENABLE_SYCL) || \
    defined(KOKKOS_ENABLE_OPENMPTARGET)
#define CARDON_ON_GPU
#include <Kokkos_Core.hpp>  // which takes as long to compile as a small thorn
#endif

namespace cardon {

/// A box of storage points and the frame that gives their coordinates.
struct Piece {
  Box box;      ///< in the indices of the block's storage
  Frame frame;  ///< where its points are
};

namespace detail {

#ifdef CARDON_ON_GPU
inline constexpr bool on_host = false;
#else
inline constexpr bool on_host = true;
#endif

/// Whether a loop needs nothing of Kokkos: the calling thread computes it, and no tool is told.
bool is_plain_loop();

/// Calls plane(loop, k) for k = first ... last - 1, in parallel where the execution space of the
/// host has threads. Kokkos Tools call the loop `name`.
void for_each_plane(std::string_view name, int first, int last,
                    void (*plane)(const void* loop, int k), const void* loop);

/// So many values fill half of a first-level cache of 32 KiB, where rows may wait for their use.
inline constexpr long near_values = 2048;
/// Points that are computed between two requests where rows are fetched into the second-level cache
/// because there are too many of them: a core that waits for some twenty lines takes no more.
inline constexpr int part_of_row = 32;

/// Kernels of so many bytes access dozens of fields. For smaller ones a loop over parts of rows
/// costs up to a tenth of a sweep, since each part begins with what vectorised loops prepare.
inline constexpr std::size_t size_of_many = 1024;

/// Whether rows of the fields of `list` are too much for the first-level cache.
inline bool is_crowded(std::span<const Prefetch> list, int points) {
  constexpr int rows = 2;  // on their way to their use
  return rows * long(list.size()) * points > near_values;
}

// Inlined, as FetchIntoSecondLevel.
template <bool near>
__attribute__((always_inline)) inline void prefetch_row(std::span<const Prefetch> list, int first,
                                                        int last, int j, int k) {
  for (const Prefetch& f : list) {
    const Real* row = f.origin + k * f.sz + j * f.sy + f.ahead;
    for (int i = first; i < last; i += values_per_line)
      __builtin_prefetch(row + i, 0, near ? 3 : 2);
  }
}

/// Whether a kernel goes over the points of a box by itself.
template <class F>
concept GoesOverBoxes = requires(const F& f, const Piece& piece) {
  f.over_box(piece, RowsAhead{});
};

/// The kernel of a plane; one that can shares the strides of its accessors.
template <class F>
KOKKOS_FORCEINLINE_FUNCTION F local_copy(const F& kernel) {
  if constexpr (requires { kernel.with_shared_strides(); })
    return kernel.with_shared_strides();
  else
    return kernel;
}

/// Calls kernel(Point) for every point of the piece, or hands it boxes, planes in parallel where
/// the execution space has threads, and prefetches rows of the fields of `ahead`, into the
/// second-level cache if they are many; by the calling thread alone if it is `in_team`: newer
/// versions of Kokkos let only one thread at a time into a serial space, and others would start a
/// team for each thread.
template <class F>
void run_rows(std::string_view name, const Piece& piece, std::span<const Prefetch> ahead,
              const F& kernel, bool in_team = false) {
  const Box box = piece.box;
  const Frame frame = piece.frame;
  const bool crowded = is_crowded(ahead, box.extent(0));
  const auto plane = [=](const int k) {
    // Keeps its members in registers; g++ 12 keeps those of a constant in memory.
    F f = local_copy(kernel);
    if constexpr (GoesOverBoxes<F>) {
      f.over_box(Piece{{{box.lo[0], box.lo[1], k}, {box.hi[0], box.hi[1], k + 1}}, frame},
                 RowsAhead{ahead});
    } else if constexpr (sizeof(F) < size_of_many) {
      const int first = box.lo[0],
                last = box.hi[0];  // with calls in the loop's condition g++ 12 ignores ivdep
      for (int j = box.lo[1]; j < box.hi[1]; ++j) {
        prefetch_row<true>(ahead, first, last, j, k);
#pragma GCC ivdep
        for (int i = first; i < last; ++i) f(Point{i, j, k, &frame});
      }
    } else {
      const int part = crowded ? part_of_row : std::max(box.extent(0), 1);
      for (int j = box.lo[1]; j < box.hi[1]; ++j)
        for (int first = box.lo[0]; first < box.hi[0];) {
          const int left = box.hi[0] - first, last = first + (left < part + part / 2 ? left : part);
          if (crowded)
            prefetch_row<false>(ahead, first, last, j, k);
          else
            prefetch_row<true>(ahead, first, last, j, k);
#pragma GCC ivdep
          for (int i = first; i < last; ++i) f(Point{i, j, k, &frame});
          first = last;
        }
    }
  };
  if (in_team || is_plain_loop()) {
    if constexpr (GoesOverBoxes<F>) return local_copy(kernel).over_box(piece, RowsAhead{ahead});
    for (int k = box.lo[2]; k < box.hi[2]; ++k) plane(k);
  } else {
    using Plane = decltype(plane);
    for_each_plane(
        name, box.lo[2], box.hi[2],
        [](const void* loop, int k) { (*static_cast<const Plane*>(loop))(k); }, &plane);
  }
}

#ifdef CARDON_ON_GPU

/// One GPU thread per point. A named functor: extended lambdas may not be generic.
template <class F>
struct PointKernel {
  F kernel;
  Box box;
  Frame frame;
  KOKKOS_INLINE_FUNCTION void operator()(const long n) const {
    const long nx = box.hi[0] - box.lo[0], ny = box.hi[1] - box.lo[1];
    kernel(Point{box.lo[0] + int(n % nx), box.lo[1] + int(n / nx % ny),
                 box.lo[2] + int(n / (nx * ny)), &frame});
  }
};

template <class F>
void run_points(std::string_view name, const Piece& piece, const F& kernel) {
  using Policy = Kokkos::RangePolicy<Kokkos::DefaultExecutionSpace, Kokkos::IndexType<long>>;
  const bool named = Kokkos::Tools::profileLibraryLoaded();  // nobody else needs the text
  Kokkos::parallel_for(named ? std::string(name) : std::string(), Policy(0, piece.box.points()),
                       PointKernel<F>{kernel, piece.box, piece.frame});
  Kokkos::fence();
}

#endif

}  // namespace detail
}  // namespace cardon
