// SPDX-License-Identifier: Apache-2.0
#include "plan_answer.hpp"

#include <cstring>
#include <span>

namespace cardon {

std::size_t max_answer_bytes(std::size_t blocks) {
  return sizeof(PlanAnswer::pause) + blocks * sizeof(BlockMove);
}

Agreement::Bytes to_bytes(const PlanAnswer& answer) {
  Agreement::Bytes bytes(max_answer_bytes(answer.moves.size()));
  std::memcpy(bytes.data(), &answer.pause, sizeof answer.pause);
  if (!answer.moves.empty())
    std::memcpy(bytes.data() + sizeof answer.pause, answer.moves.data(),
                answer.moves.size() * sizeof(BlockMove));
  return bytes;
}

PlanAnswer answer_from_bytes(const Agreement::Bytes& bytes) {
  PlanAnswer answer;
  if (bytes.size() < sizeof answer.pause) return answer;
  std::memcpy(&answer.pause, bytes.data(), sizeof answer.pause);
  answer.moves.resize((bytes.size() - sizeof answer.pause) / sizeof(BlockMove));
  if (!answer.moves.empty())
    std::memcpy(answer.moves.data(), bytes.data() + sizeof answer.pause,
                answer.moves.size() * sizeof(BlockMove));
  return answer;
}

}  // namespace cardon
