// SPDX-License-Identifier: Apache-2.0
#include "checkpoint_entry.hpp"

#include <algorithm>
#include <cardon/kit/checkpoint/checksummed_json.hpp>
#include <cardon/kit/data_checksum.hpp>
#include <cstring>

namespace cardon {
namespace {

constexpr std::size_t longest_failure = 512, longest_host = 256;

struct Numbers {
  std::uint64_t bytes = 0;
  double seconds = 0;
  char checksum[DataChecksum::digits] = {};
  char failure[longest_failure] = {};
  char host[longest_host] = {};
};

}  // namespace

std::size_t entry_bytes(std::size_t fields, std::size_t state_bytes) {
  return sizeof(Numbers) + fields + state_bytes;
}

std::vector<std::byte> to_bytes(const CheckpointEntry& entry) {
  Numbers numbers;
  numbers.bytes = entry.result.bytes;
  numbers.seconds = entry.result.seconds;
  entry.result.checksum.copy(numbers.checksum, DataChecksum::digits);
  entry.result.failure.copy(numbers.failure, longest_failure - 1);
  entry.host.copy(numbers.host, longest_host - 1);
  std::vector<std::byte> bytes(sizeof numbers);
  std::memcpy(bytes.data(), &numbers, sizeof numbers);
  for (const bool used : entry.used) bytes.push_back(std::byte{used});
  bytes.insert(bytes.end(), entry.state.begin(), entry.state.end());
  return bytes;
}

CheckpointEntry checkpoint_entry(std::span<const std::byte> bytes, std::size_t fields,
                                 std::size_t state_bytes) {
  Numbers numbers;
  std::memcpy(&numbers, bytes.data(), sizeof numbers);
  CheckpointEntry entry;
  entry.result.bytes = numbers.bytes;
  entry.result.seconds = numbers.seconds;
  entry.result.failure = numbers.failure;
  entry.host = numbers.host;
  if (entry.result.failure.empty())
    entry.result.checksum.assign(numbers.checksum, DataChecksum::digits);
  bytes = bytes.subspan(sizeof numbers);
  for (const std::byte used : bytes.first(fields)) entry.used.push_back(used != std::byte{0});
  const auto state = bytes.subspan(fields, state_bytes);
  entry.state.assign(state.begin(), state.end());
  return entry;
}

}  // namespace cardon
