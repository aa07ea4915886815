// SPDX-License-Identifier: Apache-2.0
// The right-hand sides of all variables at a point, or at as many points of a row as a Pack holds.
// Functions that are not inlined keep what each has in registers small.
#pragma once
#include <algorithm>

#include "curvature_rhs.hpp"
#include "differenced_strip.hpp"
#include "gamma_rhs.hpp"
#include "metric_rhs.hpp"

namespace cardon::einstein {

/// What a kernel does beside the computation: nothing.
struct Idle {
  KOKKOS_FORCEINLINE_FUNCTION void operator()(const auto&, int) const {}
  KOKKOS_FORCEINLINE_FUNCTION void written(const auto&, int) const {}
};

/// At a group of points; `strength` is that of dissipation, which is left out unless `dissipates`.
/// `all` has room for what is found at each of them. Calls meanwhile(accessor, i) for each field at
/// point i of the group, and meanwhile.written(rhs, i) once.
template <bool dissipates, int n, class R, class W, class T, class Meanwhile>
KOKKOS_FORCEINLINE_FUNCTION void rates(const Differences<n>& d, const Constants& c, Real strength,
                                       const R& u, const W& rhs, const Point& first,
                                       const Group& group, Local<T>* all,
                                       const Meanwhile& meanwhile) {
  const Symmetric<Real> scale = d.second_scale();
  find_local<dissipates>(d, strength, u, first, group, all, meanwhile);
  for (int i = 0; i < group.count; ++i) {
    const Point p = group.point(first, i);
    metric_rhs<dissipates>(c, u, rhs, p, all[i]);
    curvature_rhs<dissipates>(scale, c, u, rhs, p, all[i]);
    gamma_rhs<dissipates>(scale, c, u, rhs, p, all[i]);
    meanwhile.written(rhs, i);
  }
}

/// At a point.
template <bool dissipates, int n, class R, class W>
KOKKOS_FORCEINLINE_FUNCTION void rates(const Differences<n>& d, const Constants& c, Real strength,
                                       const R& u, const W& rhs, const Point& p) {
  Local<ValueOf<R>> s;
  rates<dissipates>(d, c, strength, u, rhs, p, Group{}, &s, Idle{});
}

/// Accessors of another kind for the same fields, which lie alike.
template <class To, class From, class Convert>
KOKKOS_FORCEINLINE_FUNCTION void convert_state(To& to, const From& from, const Convert& convert) {
  convert(to.chi, from.chi);
  convert(to.K, from.K);
  convert(to.theta, from.theta);
  convert(to.alpha, from.alpha);
#pragma GCC unroll 6
  for (int q = 0; q < 6; ++q) {
    convert(to.g[q], from.g[q]);
    convert(to.A[q], from.A[q]);
  }
#pragma GCC unroll 6
  for (int k = 0; k < 3; ++k) {
    convert(to.gamma[k], from.gamma[k]);
    convert(to.beta[k], from.beta[k]);
    convert(to.B[k], from.B[k]);
  }
}

/// The right-hand sides at the points of a box, strip by strip.
template <bool dissipates, int n>
class RateStrips {
 public:
  /// u and rhs have accessors of fields that lie alike.
  template <class R, class W>
  RateStrips(const Differences<n>& d, const Constants& c, Real strength, const R& u, const W& rhs)
      : d_(d), c_(c), strength_(strength) {
    const std::ptrdiff_t sy = u.chi.sy, sz = u.chi.sz;
    convert_state(from_, u, [=](PackReader& to, const FieldReader& reader) {
      to = {reader.origin, sy, sz};
    });
    convert_state(to_, rhs, [=](PackWriter& to, const FieldWriter& writer) {
      to = {writer.origin, sy, sz};
    });
  }

  /// At the points of a piece with at least as many along x as a Pack has.
  void compute(const Piece& piece, const RowsAhead& ahead) {
    const Box& box = piece.box;
    for (int j = box.lo[1]; j < box.hi[1]; j += Strip::rows)
      compute_rows(Point{box.lo[0], j, box.lo[2], &piece.frame}, box.extent(0),
                   std::min(Strip::rows, box.hi[1] - j), box.extent(2), ahead);
  }

 private:
  /// Requests what the next rows need while the points from `first` on are computed. All is
  /// inlined, see rows_ahead.hpp.
  struct Requests {
    const StripAhead& ahead;
    std::ptrdiff_t first;  ///< index in the storage
    __attribute__((always_inline)) void operator()(const PackReader& u, int i) const {
      ahead.request_read(u.origin + first, i);
    }
    __attribute__((always_inline)) void written(const State<PackWriter>& rhs, int i) const {
      const auto request = [&](const PackWriter&, const PackWriter& field)
          __attribute__((always_inline)) {
        ahead.request_written(field.origin + first, i);
      };
      convert_state(rhs, rhs, request);
    }
  };

  /// Rows that are longer than a strip in parts.
  void compute_rows(Point p, int count, int rows, int planes, const RowsAhead& ahead) {
    while (count > 0) {
      constexpr int longest = Strip::length;
      const int part = count <= longest          ? count
                       : count < longest + lanes ? count - lanes  // which leaves a Pack
                                                 : longest;
      compute_strip(p, part, rows, planes, ahead);
      p.a += part;
      count -= part;
    }
  }

  void compute_strip(const Point& first, int count, int rows, int planes, const RowsAhead& ahead) {
    StripAhead strip_ahead(ahead, first, count, rows, planes);
    for (int k = 0; k < planes; ++k)
      compute_plane(Point{first.a, first.b, first.c + k, first.frame}, count, rows, strip_ahead);
  }

  void compute_plane(const Point& first, int count, int rows, StripAhead& ahead) {
    each_differenced(
        [&](const PackReader& u, DifferencedStrip<n>& strip) { strip.begin(d_, u, first, count); });
    for (int j = 0; j < rows; ++j) {
      each_differenced([&](DifferencedReader& u, DifferencedStrip<n>& strip) {
        u = strip.advance(d_, u, first, count, j);
      });
      compute_row(Point{first.a, first.b + j, first.c, first.frame}, count, ahead);
    }
  }

  void compute_row(const Point& first, int count, StripAhead& ahead) {
    const Group group = Group::covering(count);
    if (!ahead.active())
      return rates<dissipates>(d_, c_, strength_, from_, to_, first, group, local_, Idle{});
    ahead.begin_row(first, count, group.count);
    const PackWriter& any = to_.chi;
    rates<dissipates>(d_, c_, strength_, from_, to_, first, group, local_,
                      Requests{ahead, first.c * any.sz + first.b * any.sy + first.a});
  }

  /// Calls f(reader, its differences) for each field with second derivatives.
  template <class F>
  void each_differenced(const F& f) {
    f(from_.chi, strips_[0]);
    f(from_.alpha, strips_[1]);
    for (int q = 0; q < 6; ++q) f(from_.g[q], strips_[2 + q]);
    for (int k = 0; k < 3; ++k) f(from_.beta[k], strips_[8 + k]);
  }

  Differences<n> d_;
  Constants c_;
  Real strength_;
  State<PackReader, DifferencedReader> from_;
  State<PackWriter> to_;
  DifferencedStrip<n> strips_[11];
  Local<Pack> local_[Strip::length / lanes];
};

}  // namespace cardon::einstein
