// SPDX-License-Identifier: Apache-2.0
// What loops on a CPU ask the hardware to fetch before they need it.
#pragma once
#include <algorithm>
#include <cardon/thorn/box.hpp>
#include <cardon/thorn/point.hpp>
#include <cstddef>
#include <span>
#include <vector>

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
/// meets first, with those on either side of the strip. All fields must have the same strides, and
/// those that are read the same stencil radius. Each is requested in parts, between other work on
/// the row: a core that has requested many lines at once waits. Functions that call request_read()
/// or request_written() must be inlined, since g++ drops calls of functions that only prefetch.
class StripAhead {
 public:
  /// `rows` rows of `count` points each from `first` on, in `planes` planes. Requests all that the
  /// first plane needs, unless it is the only one. Made where a strip begins.
  __attribute__((always_inline))
  StripAhead(const RowsAhead& ahead, const Point& first, int count, int rows, int planes)
      : first_(first), points_(count * rows), planes_(planes), active_(!ahead.fields.empty()) {
    if (!active_) return;
    sy_ = ahead.fields.front().sy;
    sz_ = ahead.fields.front().sz;
    for (const Prefetch& f : ahead.fields) {
      Lines& lines = f.radius[0] >= 0 ? read_ : written_;
      lines.ahead = std::max(lines.ahead, f.ahead);
      for (int d = 0; d < 3; ++d) radius_[d] = std::max(radius_[d], f.radius[d]);
    }
    lines_ = (count + 2 * radius_[0] + values_per_line - 2) / values_per_line + 1;
    rows_ = rows + 2 * radius_[1];
    lines_per_point_ = double(lines_ * rows_) / points_;
    if (planes == 1) return;
    for (int c = -radius_[2]; c <= radius_[2]; ++c)
      for (int n = 0; n < lines_ * rows_; ++n)
        for (const Prefetch& f : ahead.fields)
          if (f.radius[0] >= 0) detail::FetchIntoSecondLevel{}(f.origin + line(first_.c + c, n));
  }

  /// Whether there is anything to request.
  bool active() const { return active_; }

  /// To be called before the `count` points of a row from p on are computed. What each field needs
  /// meanwhile is then requested in `parts` parts.
  void begin_row(const Point& p, int count, int parts) {
    if (!active_) return;
    read_.lines.clear();
    written_.lines.clear();
    for (int i = 0; i < count; i += values_per_line) {
      written_.lines.push_back(i + written_.ahead);
      if (planes_ == 1) read_.lines.push_back(i + read_.ahead);
    }
    if (planes_ > 1) add_next_plane(p, count);
    read_.divide(parts);
    written_.divide(parts);
  }

  /// Requests part 0 ... parts - 1 for a field that stencils read; call it after begin_row(). `at`
  /// is the address of the field's value at the p given to begin_row().
  __attribute__((always_inline)) void request_read(const Real* at, int part) const {
    visit_read(at, part, detail::FetchIntoSecondLevel{});
  }
  /// The same for a field that is only written.
  __attribute__((always_inline)) void request_written(const Real* at, int part) const {
    visit_written(at, part, detail::FetchIntoSecondLevel{});
  }

  /// Calls f with the addresses that request_read() requests.
  template <class F>
  __attribute__((always_inline)) void visit_read(const Real* at, int part, const F& f) const {
    if (active_) read_.visit(at, part, f);
  }
  /// Calls f with the addresses that request_written() requests.
  template <class F>
  __attribute__((always_inline)) void visit_written(const Real* at, int part, const F& f) const {
    if (active_) written_.visit(at, part, f);
  }

 private:
  static constexpr int values_per_line = detail::values_per_line;

  /// What a field needs while a row is computed.
  struct Lines {
    void divide(int parts) {
      ends.resize(std::size_t(parts));
      for (int n = 0; n < parts; ++n)
        ends[std::size_t(n)] = lines.size() * std::size_t(n + 1) / std::size_t(parts);
    }
    template <class F>
    __attribute__((always_inline)) void visit(const Real* at, int part, const F& f) const {
      std::size_t n = part > 0 ? ends[std::size_t(part) - 1] : 0;
      for (const std::size_t end = ends[std::size_t(part)]; n < end; ++n) f(at + lines[n]);
    }
    std::ptrdiff_t ahead = 0;           // of a row that is requested as a whole
    std::vector<std::ptrdiff_t> lines;  // relative to the first point
    std::vector<std::size_t> ends;      // of the parts
  };

  /// Line n of a plane, counted row by row.
  std::ptrdiff_t line(int plane, int n) const {
    const int a = first_.a - radius_[0] + n % lines_ * values_per_line,
              b = first_.b - radius_[1] + n / lines_;
    return plane * sz_ + b * sy_ + a;
  }
  /// How many of them are requested before so many points of the plane before are computed.
  int lines_until(int points) const {
    return points < points_ ? int(lines_per_point_ * points) : lines_ * rows_;
  }
  void add_next_plane(const Point& p, int count) {
    if (p.c != plane_) {
      plane_ = p.c;
      done_ = 0;
    }
    const int from = lines_until(done_), to = lines_until(done_ += count);
    if (p.c + 1 >= first_.c + planes_) return;
    const std::ptrdiff_t here = p.c * sz_ + p.b * sy_ + p.a;
    for (int n = from; n < to; ++n) read_.lines.push_back(line(p.c + 1 + radius_[2], n) - here);
  }

  Point first_;
  int points_, planes_, rows_ = 0, lines_ = 0;
  bool active_;
  std::ptrdiff_t sy_ = 0, sz_ = 0;
  int radius_[3] = {0, 0, 0};
  double lines_per_point_ = 0;
  int plane_ = 0, done_ = 0;
  Lines read_, written_;
};

}  // namespace cardon
