// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "sphere_output.hpp"

CARDON_THORN(IOSpheres) {
  using namespace cardon;
  thorn.summary("Writes modes of fields on spheres as time series");
  auto service =
      provide<Output, SphereOutput>(thorn, "spheres", "Spherical harmonics of fields on spheres")
          .section("output.spheres")
          .repeatable();
  for (const ParameterDeclaration& parameter : SphereOutput::declarations())
    service.parameters(parameter);
}
