// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "slice_output.hpp"

CARDON_THORN(IOSlices) {
  using namespace cardon;
  thorn.summary("Draws planes of fields as PNG pictures");
  auto service = provide<Output, SliceOutput>(thorn, "slices", "Planes of fields as PNG pictures")
                     .section("output.slices")
                     .repeatable();
  for (const ParameterDeclaration& parameter : SliceOutput::declarations())
    service.parameters(parameter);
}
