// SPDX-License-Identifier: Apache-2.0
#include "base/gather_number.hpp"

#include <cardon/services/transport.hpp>
#include <cstddef>
#include <cstring>

namespace cardon {

std::vector<double> gather_number(double mine, Transport& transport) {
  std::vector<std::byte> bytes(sizeof mine);
  std::memcpy(bytes.data(), &mine, sizeof mine);
  std::vector<double> numbers;
  for (const std::vector<std::byte>& theirs : transport.all_gather(bytes)) {
    double number = 0;
    std::memcpy(&number, theirs.data(), sizeof number);
    numbers.push_back(number);
  }
  return numbers;
}

}  // namespace cardon
