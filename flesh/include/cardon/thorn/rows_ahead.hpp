// SPDX-License-Identifier: Apache-2.0
// What loops on a CPU ask the hardware to fetch before they need it.
#pragma once
#include <algorithm>
#include <cardon/thorn/box.hpp>
#include <cardon/thorn/point.hpp>
#include <cstddef>
#include <span>

namespace cardon {
namespace detail {

inline constexpr int values_per_line = 8;

// g++ takes a function that only prefetches for one without effect and drops the calls, unless it
// is inlined first.
struct FetchIntoSecondLevel {
  __attribute__((always_inline)) void operator()(const Real* at) const {
    __builtin_prefetch(at, 0, 2);
  }
};

}  // namespace detail

/// A field that the hardware should fetch ahead of the row being computed: `ahead` is the distance
/// in values.
struct Prefetch {
  const Real* origin = nullptr;  ///< address of global point (0, 0, 0), inside the storage or not
  std::ptrdiff_t sy = 0,         ///< stride of y, in values
      sz = 0,                    ///< stride of z
      ahead = 0;                 ///< distance ahead of the row being computed, in values
  int radius[3] = {-1, -1, -1};  ///< of the stencil that reads it, in points; -1 if none does
};

/// What a kernel that computes rows asks the hardware to fetch, little by little: a core that waits
/// for some twenty lines takes no more requests.
struct RowsAhead {
  std::span<const Prefetch> fields;  ///< none where fetching ahead does not pay
  /// Requests what will be needed when the loop has come so far ahead of the `count` points from p
  /// on.
  __attribute__((always_inline)) void request(const Point& p, int count) const {
    for (const Prefetch& f : fields) {
      const Real* const row = f.origin + (p.c * f.sz + p.b * f.sy + p.a + f.ahead);
      for (int i = 0; i < count; i += detail::values_per_line)
        detail::FetchIntoSecondLevel{}(row + i);
    }
  }
};

/// The same for a kernel that computes a strip of rows in one plane after the other, while what its
/// stencil reads stays in a cache: what is new there are the rows of the plane that the stencil
/// meets first, with those on either side of the strip. Made where a strip begins; `ahead` must
/// outlive it.
class StripAhead {
 public:
  /// `rows` rows of `count` points each from `first` on, in `planes` planes. Requests all that the
  /// first plane needs, unless it is the only one.
  __attribute__((always_inline))
  StripAhead(const RowsAhead& ahead, const Point& first, int count, int rows, int planes)
      : ahead_(ahead), first_(first), points_(count * rows), planes_(planes) {
    for (const Prefetch& f : ahead.fields)
      for (int d = 0; d < 3; ++d) radius_[d] = std::max(radius_[d], f.radius[d]);
    lines_ = (count + 2 * radius_[0] + values_per_line - 2) / values_per_line + 1;
    rows_ = rows + 2 * radius_[1];
    lines_per_point_ = double(lines_ * rows_) / points_;
    if (ahead.fields.empty() || planes == 1) return;
    for (int c = -radius_[2]; c <= radius_[2]; ++c)
      visit_lines(first_.c + c, 0, lines_ * rows_, detail::FetchIntoSecondLevel{});
  }

  /// To be called before the next `count` points of a plane are computed, those from p on.
  __attribute__((always_inline)) void request(const Point& p, int count) {
    visit(p, count, detail::FetchIntoSecondLevel{});
  }

  /// Calls f with the addresses that are to be requested then.
  template <class F>
  __attribute__((always_inline)) void visit(const Point& p, int count, const F& f) {
    if (ahead_.fields.empty()) return;
    visit_ahead(p, count, f);
    if (planes_ == 1) return;
    if (p.c != plane_) {
      plane_ = p.c;
      done_ = 0;
    }
    const int from = lines_until(done_), to = lines_until(done_ += count);
    if (p.c + 1 < first_.c + planes_) visit_lines(p.c + 1 + radius_[2], from, to, f);
  }

 private:
  static constexpr int values_per_line = detail::values_per_line;

  /// Rows of fields that are only written; those of all fields if no other plane follows.
  template <class F>
  __attribute__((always_inline)) void visit_ahead(const Point& p, int count, const F& f) const {
    for (const Prefetch& field : ahead_.fields) {
      if (planes_ > 1 && field.radius[0] >= 0) continue;
      const Real* const row = field.origin + (p.c * field.sz + p.b * field.sy + p.a + field.ahead);
      for (int i = 0; i < count; i += values_per_line) f(row + i);
    }
  }
  /// Lines of a plane, counted row by row, that are requested before so many of its points are
  /// computed.
  int lines_until(int points) const {
    return points < points_ ? int(lines_per_point_ * points) : lines_ * rows_;
  }
  template <class F>
  __attribute__((always_inline)) void visit_lines(int plane, int from, int to, const F& f) const {
    for (int n = from; n < to; ++n) {
      const int a = first_.a - radius_[0] + n % lines_ * values_per_line,
                b = first_.b - radius_[1] + n / lines_;
      for (const Prefetch& field : ahead_.fields)
        if (field.radius[0] >= 0) f(field.origin + (plane * field.sz + b * field.sy + a));
    }
  }

  const RowsAhead& ahead_;  // not a copy, which makes clang 14 crash if it compiles for a GPU
  Point first_;
  int points_, planes_, rows_, lines_;
  int radius_[3] = {0, 0, 0};
  double lines_per_point_;
  int plane_ = 0, done_ = 0;
};

}  // namespace cardon
