// SPDX-License-Identifier: Apache-2.0
#include <cardon/kit/plane.hpp>
#include <cardon/thorn/error.hpp>

namespace cardon {

Plane plane_of(std::string_view name) {
  if (name == "xy") return {0, 1, 2};
  if (name == "xz") return {0, 2, 1};
  if (name == "yz") return {1, 2, 0};
  throw Bug("no such plane: " + std::string(name));
}

}  // namespace cardon
