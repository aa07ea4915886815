// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "probe_output.hpp"

CARDON_THORN(IOProbes) {
  using namespace cardon;
  thorn.summary("Writes values of fields at given places as time series");
  auto service = provide<Output, ProbeOutput>(thorn, "probes", "Values of fields at given places")
                     .section("output.probes")
                     .repeatable();
  for (const ParameterDeclaration& parameter : ProbeOutput::declarations())
    service.parameters(parameter);
}
