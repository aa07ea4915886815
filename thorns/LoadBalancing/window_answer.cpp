// SPDX-License-Identifier: Apache-2.0
#include "window_answer.hpp"

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <cstring>

namespace cardon {

std::size_t max_answer_bytes(std::size_t blocks) {
  return sizeof(long) + blocks * sizeof(BlockMove);
}

Agreement::Bytes to_bytes(const WindowAnswer& answer) {
  Agreement::Bytes bytes(max_answer_bytes(answer.moves.size()));
  std::memcpy(bytes.data(), &answer.pause, sizeof(long));
  std::copy_n(reinterpret_cast<const std::byte*>(answer.moves.data()),
              answer.moves.size() * sizeof(BlockMove), bytes.begin() + sizeof(long));
  return bytes;
}

WindowAnswer answer_from_bytes(const Agreement::Bytes& bytes) {
  WindowAnswer answer;
  if (bytes.empty()) return answer;
  if (bytes.size() < sizeof(long)) throw Bug("the answer to a window has no pause");
  std::memcpy(&answer.pause, bytes.data(), sizeof(long));
  answer.moves.resize((bytes.size() - sizeof(long)) / sizeof(BlockMove));
  std::copy_n(bytes.begin() + sizeof(long), answer.moves.size() * sizeof(BlockMove),
              reinterpret_cast<std::byte*>(answer.moves.data()));
  return answer;
}

// What is lost by loads that drift apart grows with the square of the steps without a window.
long steps_of_pause(const WindowCost& cost, long steps) {
  constexpr double share = 0.01;  // of the time
  constexpr long most = 4;        // windows
  const auto longest = double((1 + most) * steps);
  const double window = cost.window_seconds, step = cost.step_seconds;
  double wanted = window >= share * longest * step ? longest : window / share / step;
  const double growth = step * cost.drift;
  if (growth * wanted * wanted > 2 * window) wanted = std::sqrt(2 * window / growth);
  return std::max(0L, long(wanted) - steps);
}

}  // namespace cardon
