// SPDX-License-Identifier: Apache-2.0
#include "startup/driver_setup.hpp"

namespace cardon {

DriverSetup driver_setup(const Setup& setup) {
  DriverSetup d;
  d.program = &setup.program;
  d.parameters = setup.parameters.get();
  d.machine = &setup.machine;
  d.codec = make_codec(setup);
  for (int direction = 0; direction < 3; ++direction)
    for (int side = 0; side < 2; ++side) d.faces[direction][side] = setup.faces[direction][side];
  return d;
}

std::shared_ptr<Driver> planning_driver(const Setup& setup, int ranks) {
  auto driver = setup.library.catalogue.make<Driver>(setup.driver_name);
  DriverSetup d = driver_setup(setup);
  d.plan_ranks = ranks;
  driver->setup(d);
  return driver;
}

}  // namespace cardon
