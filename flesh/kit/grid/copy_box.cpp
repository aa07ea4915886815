// SPDX-License-Identifier: Apache-2.0
#include <cardon/kit/grid/copy_box.hpp>
#include <cstring>

namespace cardon {
namespace {

// Calls visit(row start, values) for each row, with a fixed number of values where rows are short:
// most faces in x are one to four points deep, and then a loop or a call for every row costs more
// than the values.
template <class Visit>
void visit_rows(const Box& box, Visit&& visit) {
  for (int k = box.lo[2]; k < box.hi[2]; ++k)
    for (int j = box.lo[1]; j < box.hi[1]; ++j) visit(j, k);
}

template <int n, class Copy>
void copy_rows(const Box& box, Copy&& copy) {
  visit_rows(box, [&](int j, int k) { copy(j, k, std::size_t{n} * sizeof(Real)); });
}

template <class Copy>
void copy_rows_of(const Box& box, Copy&& copy) {
  switch (box.extent(0)) {
    case 1:
      return copy_rows<1>(box, copy);
    case 2:
      return copy_rows<2>(box, copy);
    case 3:
      return copy_rows<3>(box, copy);
    case 4:
      return copy_rows<4>(box, copy);
    default:
      break;
  }
  const std::size_t bytes = std::size_t(box.extent(0)) * sizeof(Real);
  visit_rows(box, [&](int j, int k) { copy(j, k, bytes); });
}

}  // namespace

Real* pack_box(const FieldArray& from, const Box& box, Real* out) {
  const int n = box.extent(0), first = box.lo[0];
  copy_rows_of(
      box, [&](int j, int k, std::size_t bytes) __attribute__((always_inline)) {
        std::memcpy(out, from.row(j, k) + first, bytes);
        out += n;
      });
  return out;
}

const Real* unpack_box(const FieldArray& to, const Box& box, const Real* in) {
  const int n = box.extent(0), first = box.lo[0];
  copy_rows_of(
      box, [&](int j, int k, std::size_t bytes) __attribute__((always_inline)) {
        std::memcpy(to.row(j, k) + first, in, bytes);
        in += n;
      });
  return in;
}

void copy_points(const FieldArray& array, const Box& to, const Index3& shift) {
  const int first = to.lo[0];
  copy_rows_of(
      to, [&](int j, int k, std::size_t bytes) __attribute__((always_inline)) {
        std::memcpy(array.row(j, k) + first,
                    array.row(j + shift[1], k + shift[2]) + first + shift[0], bytes);
      });
}

}  // namespace cardon
