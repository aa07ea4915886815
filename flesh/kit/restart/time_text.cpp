// SPDX-License-Identifier: Apache-2.0
#include "restart/time_text.hpp"

#include <fmt/chrono.h>

namespace cardon {

std::string time_text(std::chrono::system_clock::time_point time) {
  using namespace std::chrono;
  const auto second = floor<seconds>(time);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:06}Z", fmt::gmtime(system_clock::to_time_t(second)),
                     duration_cast<microseconds>(time - second).count());
}

}  // namespace cardon
