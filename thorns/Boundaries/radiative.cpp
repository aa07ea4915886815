// SPDX-License-Identifier: Apache-2.0
#include "radiative.hpp"

#include <algorithm>
#include <cardon/services/program.hpp>
#include <cardon/thorn/error.hpp>

#include "face_lines.hpp"
#include "origin.hpp"
#include "radiative_rates.hpp"

namespace cardon::boundaries {
namespace {

[[noreturn]] void throw_no_speed(const GridFunction& field) {
  Problem problem;
  problem.slug = "boundary/no-speed";
  problem.message = field.full_name() + " does not radiate, but its boundary is radiative";
  problem.notes = {"the boundary needs the speed at which the field travels outwards"};
  problem.help = "choose another boundary, or declare thorn.radiates(" + field.group +
                 ", speed) in " + field.thorn;
  throw Error(problem);
}

/// Coordinate along the outward normal, counted from the end of the domain so that it is the same
/// at both faces of a symmetric domain to the bit.
Real outward_coordinate(const Grid& grid, int d, bool upper, int depth) {
  const Real outermost = upper ? grid.upper[d] - (grid.origin[d] - grid.lower[d]) : -grid.origin[d];
  return outermost - depth * grid.spacing[d];
}

RadiativeLayer describe(const FaceFill& face, const FaceLines& lines, int depth) {
  const Grid& grid = *face.grid;
  RadiativeLayer layer;
  layer.outer_normal = outward_coordinate(grid, face.direction, face.upper, depth);
  layer.inner_normal = outward_coordinate(grid, face.direction, face.upper, depth + 1);
  layer.spacing = grid.spacing[face.direction];
  layer.a_origin = grid.origin[lines.inner()];
  layer.a_spacing = grid.spacing[lines.inner()];
  layer.b_origin = grid.origin[lines.outer()];
  layer.b_spacing = grid.spacing[lines.outer()];
  layer.speed = face.field->wave_speed;
  layer.dt = face.dt;
  return layer;
}

/// One line of points; the arguments are the new and old level at the face and at the points
/// inside. Most fields are 0 far away, which saves two fifths of the operations.
template <bool contiguous, bool from_zero>
void fill_line(Real* __restrict n0, const Real* n1, const Real* o0, const Real* o1,
               std::ptrdiff_t line_stride, int n, const RadiativeTable::Row& row, Real far) {
  const std::ptrdiff_t stride = contiguous ? 1 : line_stride;
#pragma GCC ivdep
  for (int a = 0; a < n; ++a) {
    const std::ptrdiff_t p = a * stride;
    if constexpr (from_zero)
      n0[p] = (n1[p] * row.inside[a] + o0[p] * row.old_face[a]) + o1[p] * row.old_inside[a];
    else
      n0[p] = far + (((n1[p] - far) * row.inside[a] + (o0[p] - far) * row.old_face[a]) +
                     (o1[p] - far) * row.old_inside[a]);
  }
}

auto line_filler(bool contiguous, bool from_zero) {
  if (contiguous) return from_zero ? fill_line<true, true> : fill_line<true, false>;
  return from_zero ? fill_line<false, true> : fill_line<false, false>;
}

/// Initial data that their task leaves out at the face: along a straight line, or where blocks may
/// have one point inside only, in fields that a task advances, as a constant.
void continue_inside(const FaceFill& face) {
  const FaceLines lines(face);
  const bool straight = !face.field->has_next;
  for (int layer = 0; layer < lines.layers(); ++layer)
    for (int b = lines.outer_begin(); b < lines.outer_end(); ++b) {
      Real* const to = face.values + lines.offset(lines.depth(layer), b);
      const std::ptrdiff_t inwards = face.values + lines.offset(lines.depth(layer) + 1, b) - to;
      for (int a = 0; a < lines.length(); ++a) {
        Real* const p = to + a * lines.stride();
        *p = p[inwards];
        if (straight) *p += p[inwards] - p[2 * inwards];
      }
    }
}

}  // namespace

int Radiative::owned_layers(const Grid& grid, int direction, bool upper, int radius) const {
  require_origin_inside(grid, direction, upper, true, "radiative");
  return std::max(radius, 1);
}

RadiativeTable& Radiative::table(const RadiativeLayer& layer) const {
  for (RadiativeTable& t : tables_)
    if (t.layer() == layer) return t;
  return new_table(layer);
}

// Apart from what every piece needs: by the next piece the tasks have pushed this code, too, out of
// the cache.
[[gnu::noinline]] RadiativeTable& Radiative::new_table(const RadiativeLayer& layer) const {
  if (!tables_.empty() && tables_.front().layer().dt != layer.dt) tables_.clear();
  return tables_.emplace_back(layer);
}

void Radiative::fill(const FaceFill& face) const {
  if (!(face.field->wave_speed > 0)) throw_no_speed(*face.field);
  if (face.rate) return fill_radiative_rates(face);
  if (!face.old) return continue_inside(face);
  const FaceLines lines(face);
  const int a_shift = face.shift[std::size_t(lines.inner())],
            b_shift = face.shift[std::size_t(lines.outer())];
  const int a0 = lines.inner_begin() + a_shift, a1 = lines.inner_end() + a_shift;
  const std::ptrdiff_t stride = lines.stride();
  const auto fill_one = line_filler(stride == 1, face.field->far_value == 0);
  for (int layer = 0; layer < lines.layers(); ++layer) {
    const int depth = lines.depth(layer);
    RadiativeTable& coefficients = table(describe(face, lines, depth));
    coefficients.cover({a0, a1, lines.outer_begin() + b_shift, lines.outer_end() + b_shift});
    for (int b = lines.outer_begin(); b < lines.outer_end(); ++b) {
      const std::ptrdiff_t at = lines.offset(depth, b), inside = lines.offset(depth + 1, b);
      fill_one(face.values + at, face.values + inside, face.old + at, face.old + inside, stride,
               lines.length(), coefficients.row(a0, b + b_shift), face.field->far_value);
    }
  }
}

}  // namespace cardon::boundaries
