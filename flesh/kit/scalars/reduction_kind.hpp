// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/reduction.hpp>
#include <cardon/thorn/field.hpp>

namespace cardon {

/// How a declared scalar is reduced.
inline ReductionKind reduction_kind(Reduce reduce) {
  switch (reduce) {
    case Reduce::mean:
      return ReductionKind::mean;
    case Reduce::min:
      return ReductionKind::min;
    case Reduce::max:
      return ReductionKind::max;
    case Reduce::l1:
      return ReductionKind::l1;
    case Reduce::l2:
      return ReductionKind::l2;
    case Reduce::linf:
      return ReductionKind::linf;
    case Reduce::sum:
      break;
  }
  return ReductionKind::sum;
}

/// The same, where the positions of extrema are wanted.
inline ReductionKind reduction_kind_with_position(Reduce reduce) {
  if (reduce == Reduce::min) return ReductionKind::minloc;
  return reduce == Reduce::max ? ReductionKind::maxloc : reduction_kind(reduce);
}

}  // namespace cardon
