// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "emulated_links.hpp"

CARDON_THORN(TransportEmulated) {
  thorn.summary("Slow links between sites, imitated on one host");
  cardon::provide<cardon::LinkEmulator, cardon::EmulatedLinks>(
      thorn, "emulated",
      "Messages between sites as late as the links of the machine would have them")
      .feature(cardon::feature::standard);
}
