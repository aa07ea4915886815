// SPDX-License-Identifier: Apache-2.0
// How kernels reach the values of a field. Storage is x-fastest; strides of directions that the
// grid does not have are 0, so that stencils see no change along them.
#pragma once
#include <cardon/thorn/point.hpp>
#include <cstddef>

namespace cardon {

struct BoundField;
using AccessTrace =
    BoundField;  ///< what debug builds know of an accessor: task, field, declared radius

/// Debug builds: throws Error (slug schedule/stencil) naming task, field and offset if the offset
/// is beyond the declared stencil.
void check_offset(const AccessTrace& trace, int a, int b, int c);

/// Reads one time level of a field: u(p) at the point, u(p, a, b, c) at an offset within the
/// declared stencil.
class FieldReader {
 public:
  const Real* origin = nullptr;  ///< address of global point (0, 0, 0), inside the storage or not
  std::ptrdiff_t sy = 0,         ///< stride of y, in values; x has stride 1
      sz = 0;                    ///< stride of z
  Real inverse_spacing[3] = {0, 0, 0};  ///< 1 / spacing; 0 in directions the grid does not have
#ifdef CARDON_CHECK_ACCESS
  const AccessTrace* trace = nullptr;  ///< null: of no task, so nothing is declared
#endif

  /// Value at p.
  KOKKOS_FORCEINLINE_FUNCTION Real operator()(const Point& p) const {
    return origin[p.c * sz + p.b * sy + p.a];
  }
  /// Value at the point a, b and c points away from p in x, y and z; negative offsets lead to lower
  /// indices.
  KOKKOS_FORCEINLINE_FUNCTION Real operator()(const Point& p, int a, int b, int c) const {
#ifdef CARDON_CHECK_ACCESS
    if (trace != nullptr) check_offset(*trace, a, b, c);
#endif
    // Compilers then see one address of the point and constant multiples of the strides.
    const Real* const here = origin + (p.c * sz + p.b * sy + p.a);
    return here[c * sz + b * sy + a];
  }
};

/// Writes one time level of a field at the point itself.
class FieldWriter {
 public:
  Real* origin = nullptr;  ///< address of global point (0, 0, 0), inside the storage or not
  std::ptrdiff_t sy = 0,   ///< stride of y, in values; x has stride 1
      sz = 0;              ///< stride of z

  /// The value at p, to be assigned.
  KOKKOS_FORCEINLINE_FUNCTION Real& operator()(const Point& p) const {
    return origin[p.c * sz + p.b * sy + p.a];
  }
};

/// The components of a vector or tensor field: B[c](p).
template <class Accessor>
struct Components {
  /// Components in the order of Field::vector() and symmetric_tensor(): a vector uses the first
  /// three, a plane vector the first two.
  Accessor component[6];
  /// Accessor of component c, counted from 0.
  KOKKOS_FORCEINLINE_FUNCTION const Accessor& operator[](int c) const { return component[c]; }
};

}  // namespace cardon
