// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "emulated_links.hpp"

CARDON_THORN(TransportEmulated) {
  thorn.summary("Emulates slow links between sites on one host");
  cardon::provide<cardon::LinkEmulator, cardon::EmulatedLinks>(
      thorn, "emulated",
      "Delays messages between sites by the latency and bandwidth of the machine's links")
      .feature(cardon::feature::standard);
}
