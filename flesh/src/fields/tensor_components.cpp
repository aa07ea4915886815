// SPDX-License-Identifier: Apache-2.0
#include "fields/tensor_components.hpp"

namespace cardon {
namespace {

constexpr TensorComponent scalar[] = {{"", {1, 1, 1}}};
constexpr TensorComponent vector[] = {{"_x", {-1, 1, 1}}, {"_y", {1, -1, 1}}, {"_z", {1, 1, -1}}};
constexpr TensorComponent plane_vector[] = {{"_x", {-1, 1, 1}}, {"_y", {1, -1, 1}}};
constexpr TensorComponent axial_vector[] = {
    {"_x", {1, -1, -1}}, {"_y", {-1, 1, -1}}, {"_z", {-1, -1, 1}}};
constexpr TensorComponent symmetric_tensor[] = {{"_xx", {1, 1, 1}},   {"_xy", {-1, -1, 1}},
                                                {"_xz", {-1, 1, -1}}, {"_yy", {1, 1, 1}},
                                                {"_yz", {1, -1, -1}}, {"_zz", {1, 1, 1}}};

}  // namespace

std::span<const TensorComponent> tensor_components(Tensor tensor) {
  switch (tensor) {
    case Tensor::vector:
      return vector;
    case Tensor::axial_vector:
      return axial_vector;
    case Tensor::symmetric_tensor:
      return symmetric_tensor;
    case Tensor::plane_vector:
      return plane_vector;
    case Tensor::scalar:
      break;
  }
  return scalar;
}

}  // namespace cardon
