// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "chrome_trace.hpp"

CARDON_THORN(ChromeTrace) {
  thorn.summary("Records what every rank does during a few steps");
  cardon::provide<cardon::StepService, cardon::ChromeTrace>(
      thorn, "trace", "Writes tasks, kernels and waits as a trace for Perfetto and Chrome")
      .section("trace")
      .parameters(cardon::ChromeTrace::steps, cardon::ChromeTrace::after);
}
