// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "emulation_parameters.hpp"
#include "stretching_emulator.hpp"

CARDON_THORN(ComputeEmulated) {
  using namespace cardon::compute_emulated;
  thorn.summary("Emulates ranks of given speed on few cores");
  cardon::provide<cardon::ComputeEmulator, StretchingEmulator>(
      thorn, "stretched",
      "Extends computation to a given time per point, by sleeping or by extra work")
      .feature(cardon::feature::standard)
      .section(section)
      .parameters(per_point, by, slowdown, speeds,
                  cardon::declare_tree(changes, changes_description));
}
