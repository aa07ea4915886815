// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "predictor.hpp"

namespace cardon::filters {

/// Memory for one group of rows at a time. All streams of a thread share it, so that it stays in
/// the nearest cache; it grows to the largest group.
struct WorkSpace {
  double* expected;
  double* errors;
  std::byte* words;
};

WorkSpace work_space(CodecRows rows);

}  // namespace cardon::filters
