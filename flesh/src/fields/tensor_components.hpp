// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cardon/thorn/field.hpp>
#include <span>
#include <string_view>

namespace cardon {

/// One component of a tensor field.
struct TensorComponent {
  std::string_view suffix;    ///< "" of a scalar, "_x", "_xy"
  std::array<int, 3> parity;  ///< factor under reflection in x, y, z
};

/// The components in the order of Field::vector() and Field::symmetric_tensor(). A component
/// changes its sign under a reflection in direction d once for each of its indices that is d; those
/// of an axial vector change it once more.
std::span<const TensorComponent> tensor_components(Tensor tensor);

}  // namespace cardon
