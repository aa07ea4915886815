// SPDX-License-Identifier: Apache-2.0
#include "window_answer.hpp"

#include <algorithm>
#include <cardon/thorn/error.hpp>
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

long steps_of_pause(double window_seconds, double step_seconds, long steps) {
  constexpr double share = 0.01;  // of the time
  constexpr long most = 4;        // windows
  const double wanted = window_seconds / share;
  if (wanted >= double((1 + most) * steps) * step_seconds) return most * steps;
  return std::max(0L, long(wanted / step_seconds) - steps);
}

}  // namespace cardon
