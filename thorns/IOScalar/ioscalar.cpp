// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "scalar_output.hpp"

CARDON_THORN(IOScalar) {
  using namespace cardon;
  thorn.summary("Writes reductions of fields and declared scalars as a table");
  provide<Output, ScalarOutput>(thorn, "scalars", "Table of reductions and scalars: scalars.tsv")
      .section("output.scalars")
      .parameters(ScalarOutput::reductions);
}
