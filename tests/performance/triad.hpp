// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/page_memory.hpp>

namespace cardon::performance {

/// a = b + 3 c on arrays that no cache holds, as in the STREAM benchmark: what memory allows at
/// this moment.
class Triad {
 public:
  Triad();
  void run(int times);
  /// Bytes that count for one run: one store and two loads for each value.
  static double bytes();

 private:
  PageMemory memory_;
};

}  // namespace cardon::performance
