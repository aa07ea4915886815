// SPDX-License-Identifier: Apache-2.0
// The section output.fields of parameter files.
#pragma once
#include <cardon/thorn/parameter.hpp>

namespace cardon {

struct FieldOutputParameters {
  static constexpr Parameter compression{
      "compression", 0, "Level of lossless compression (deflate); 0 is none", between(0, 9)};
  static constexpr Parameter precision{"precision", "double", "Number type in the files",
                                       one_of("double", "single")};
  static constexpr Parameter writers{
      "writers", 1, "Number of ranks of each site that write its file", at_least(1)};
};

}  // namespace cardon
