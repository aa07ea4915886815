// SPDX-License-Identifier: Apache-2.0
#include "hand_written.hpp"

#include <algorithm>
#include <cstring>

namespace cardon::performance {
namespace {

constexpr std::ptrdiff_t line = 8;       // values in a cache line
constexpr std::ptrdiff_t page = 512;     // values in a page
constexpr std::ptrdiff_t stagger = 168;  // between page offsets of the two arrays

std::ptrdiff_t off_page(std::ptrdiff_t values) {
  return values % page == 0 ? values + line : values;
}

inline double laplacian(const double* u, std::ptrdiff_t sy, std::ptrdiff_t sz, double w) {
  const double c = 2 * u[0];
  return (w * ((u[-1] + u[1]) - c) + w * ((u[-sy] + u[sy]) - c)) + w * ((u[-sz] + u[sz]) - c);
}

void wave_row(double* __restrict old, const double* __restrict u, std::ptrdiff_t sy,
              std::ptrdiff_t sz, int n, double factor, double w) {
  for (int i = 0; i < n; ++i) old[i] = (2 * u[i] - old[i]) + factor * laplacian(u + i, sy, sz, w);
}

void diffusion_row(double* __restrict next, const double* __restrict u, std::ptrdiff_t sy,
                   std::ptrdiff_t sz, int n, double factor, double w) {
  for (int i = 0; i < n; ++i) next[i] = u[i] + factor * laplacian(u + i, sy, sz, w);
}

// Images in x of one row, while it is in cache: a second pass over all rows would cost half as much
// as the sweep.
inline void copy_ends(double* row, int n) {
  row[-1] = row[n - 1];
  row[n] = row[0];
}

// g++ drops calls of a function that only prefetches, unless it is inlined early.
__attribute__((always_inline)) inline void prefetch(const double* row, int n) {
  for (int i = 0; i < n; i += line) __builtin_prefetch(row + i);
}

}  // namespace

HandWritten::HandWritten(const World& world, Physics physics, Form form, int points, Real spacing,
                         Real factor, const FieldPiece& now, const FieldPiece& past)
    : world_(world),
      physics_(physics),
      form_(form),
      n_(points),
      planes_(now.box.extent(2)),
      weight_((1 / spacing) * (1 / spacing)),
      factor_(factor) {
  sy_ = off_page((n_ + line - 1) / line * line + 2 * line);
  sz_ = off_page(sy_ * (n_ + 2));
  const std::ptrdiff_t total = sz_ * (planes_ + 2),
                       second = (total + page - 1) / page * page + stagger;
  memory_ = std::make_unique<PageMemory>(std::size_t(second + total) * sizeof(double));
  double* values = reinterpret_cast<double*>(memory_->data());
  std::fill_n(values, second + total, 0.0);
  now_ = values + sz_ + sy_ + line;
  other_ = now_ + second;
  take(now_, now);
  if (physics_ == Physics::wave) take(other_, past);
}

void HandWritten::take(Array array, const FieldPiece& from) const {
  for (int k = 0; k < planes_; ++k) {
    for (int j = 0; j < n_; ++j) {
      double* const row = array + k * sz_ + j * sy_;
      std::memcpy(row, from.row(j + from.box.lo[1], k + from.box.lo[2]) + from.box.lo[0],
                  std::size_t(n_) * sizeof(double));
      copy_ends(row, n_);
    }
    copy_rows_of_plane(array, k);
  }
  exchange_planes(array);
}

bool HandWritten::equals(const FieldPiece& now) const {
  for (int k = 0; k < planes_; ++k)
    for (int j = 0; j < n_; ++j)
      if (std::memcmp(now_ + k * sz_ + j * sy_,
                      now.row(j + now.box.lo[1], k + now.box.lo[2]) + now.box.lo[0],
                      std::size_t(n_) * sizeof(double)) != 0)
        return false;
  return true;
}

void HandWritten::sweep_plane(int k) {
  const auto row = physics_ == Physics::wave ? wave_row : diffusion_row;
  for (int j = 0; j < n_; ++j) {
    double* out = other_ + k * sz_ + j * sy_;
    const double* u = now_ + k * sz_ + j * sy_;
    if (form_ == Form::prefetching) {
      prefetch(u + sz_ + 2 * sy_, n_);
      prefetch(out + 2 * sy_ - line, n_ + 2 * line);
    }
    row(out, u, sy_, sz_, n_, factor_, weight_);
    copy_ends(out, n_);
  }
  copy_rows_of_plane(other_, k);
}

// Images in y of the points of one plane, which have theirs in x.
void HandWritten::copy_rows_of_plane(Array array, int k) const {
  double* const plane = array + k * sz_;
  const std::size_t bytes = std::size_t(n_ + 2) * sizeof(double);
  std::memcpy(plane - sy_ - 1, plane + (n_ - 1) * sy_ - 1, bytes);
  std::memcpy(plane + n_ * sy_ - 1, plane - 1, bytes);
}

// A plane is one contiguous range of memory: nothing to pack.
void HandWritten::exchange_planes(Array array) const {
  const std::ptrdiff_t start = -sy_ - 1, values = sy_ * (n_ + 1) + n_ + 2;
  double* const first = array + start;
  double* const last = first + (planes_ - 1) * sz_;
  if (world_.size() == 1) {
    std::memcpy(first - sz_, last, std::size_t(values) * sizeof(double));
    std::memcpy(last + sz_, first, std::size_t(values) * sizeof(double));
    return;
  }
  const int below = (world_.rank() + world_.size() - 1) % world_.size(),
            above = (world_.rank() + 1) % world_.size();
  world_.exchange(first, below, last + sz_, above, int(values));
  world_.exchange(last, above, first - sz_, below, int(values));
}

void HandWritten::step() {
  for (int k = 0; k < planes_; ++k) sweep_plane(k);
  exchange_planes(other_);
  std::swap(now_, other_);
}

}  // namespace cardon::performance
