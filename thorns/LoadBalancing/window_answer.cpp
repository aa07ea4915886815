// SPDX-License-Identifier: Apache-2.0
#include "window_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <cstring>

namespace cardon {

namespace {

constexpr std::size_t head = 2 * sizeof(long);

template <class Value>
void append(Agreement::Bytes& bytes, const Value* values, std::size_t count) {
  const auto* first = reinterpret_cast<const std::byte*>(values);
  bytes.insert(bytes.end(), first, first + count * sizeof(Value));
}

std::string cost_text(double window, double its_steps) {
  if (window > its_steps) return "windows take longer than their steps";
  return fmt::format("windows take {:.2g} % of the time", 100 * window / its_steps);
}

}  // namespace

std::size_t max_answer_bytes(std::size_t blocks, std::size_t sites) {
  return head + sites * sizeof(double) + blocks * sizeof(BlockMove);
}

Agreement::Bytes to_bytes(const WindowAnswer& answer) {
  Agreement::Bytes bytes;
  const long sizes[2] = {answer.pause, long(answer.shares.size())};
  append(bytes, sizes, 2);
  append(bytes, answer.shares.data(), answer.shares.size());
  append(bytes, answer.moves.data(), answer.moves.size());
  return bytes;
}

WindowAnswer answer_from_bytes(const Agreement::Bytes& bytes) {
  WindowAnswer answer;
  if (bytes.empty()) return answer;
  if (bytes.size() < head) throw Bug("the answer to a window has no pause");
  long sizes[2];
  std::memcpy(sizes, bytes.data(), head);
  answer.pause = sizes[0];
  const std::size_t moves = head + std::size_t(sizes[1]) * sizeof(double);
  if (bytes.size() < moves) throw Bug("the answer to a window has not all shares");
  answer.shares.resize(std::size_t(sizes[1]));
  std::copy(bytes.begin() + head, bytes.begin() + long(moves),
            reinterpret_cast<std::byte*>(answer.shares.data()));
  answer.moves.resize((bytes.size() - moves) / sizeof(BlockMove));
  std::copy_n(bytes.begin() + long(moves), answer.moves.size() * sizeof(BlockMove),
              reinterpret_cast<std::byte*>(answer.moves.data()));
  return answer;
}

// What is lost by loads that drift apart grows with the square of the steps without a window.
Pause pause_after(const WindowCost& cost, long steps) {
  constexpr double share = 0.01;   // of the time
  constexpr long max_windows = 4;  // windows
  const auto longest = double((1 + max_windows) * steps);
  const double window = cost.window_seconds, step = cost.step_seconds;
  const bool is_longest = window >= share * longest * step;
  double wanted = is_longest ? longest : window / share / step;
  std::string limit = is_longest ? fmt::format("; {} windows at most", max_windows) : "";
  const double growth = step * cost.drift;
  if (growth * wanted * wanted > 2 * window) {
    wanted = std::sqrt(2 * window / growth);
    limit = fmt::format("; loads change by {:.2g} % per step", 100 * cost.drift);
  }
  const long pause = std::max(0L, long(wanted) - steps);
  return pause > 0 ? Pause{pause, cost_text(window, double(steps) * step) + limit} : Pause{};
}

}  // namespace cardon
