// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "line_output.hpp"

CARDON_THORN(IOLines) {
  using namespace cardon;
  thorn.summary("Writes lines and planes of fields as tables");
  auto service = provide<Output, LineOutput>(thorn, "lines", "Lines and planes of fields as tables")
                     .section("output.lines")
                     .repeatable();
  for (const ParameterDeclaration& parameter : LineOutput::declarations())
    service.parameters(parameter);
}
