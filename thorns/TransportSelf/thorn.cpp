// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "transport_self.hpp"

CARDON_THORN(TransportSelf) {
  thorn.summary("Runs on one process without any message library");
  cardon::provide<cardon::Transport, cardon::TransportSelf>(thorn, "self",
                                                            "One process, no messages")
      .feature(cardon::feature::standard);
}
