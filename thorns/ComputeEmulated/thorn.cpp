// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "emulation_parameters.hpp"
#include "stretching_emulator.hpp"

namespace {

cardon::ParameterDeclaration speed_changes() {
  using namespace cardon::compute_emulated;
  cardon::ParameterDeclaration tree = cardon::declare_tree(changes, changes_description);
  tree.former_name = "driver.padded_changes";
  return tree;
}

}  // namespace

CARDON_THORN(ComputeEmulated) {
  using namespace cardon::compute_emulated;
  thorn.summary("Emulates ranks of given speed on few cores");
  cardon::provide<cardon::ComputeEmulator, StretchingEmulator>(
      thorn, "stretched",
      "Extends computation to a given time per point, by sleeping or by extra work")
      .feature(cardon::feature::standard)
      .section(section)
      .parameters(per_point, by, slowdown, speeds, speed_changes());
}
