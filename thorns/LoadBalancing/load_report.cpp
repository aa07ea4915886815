// SPDX-License-Identifier: Apache-2.0
#include "load_report.hpp"

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <cstring>

namespace cardon {
namespace {

struct BlockHead {
  int block;
  int receivers;
  double seconds, bytes;
};

template <class T>
void put(std::vector<std::byte>& bytes, const T& value) {
  const auto* first = reinterpret_cast<const std::byte*>(&value);
  bytes.insert(bytes.end(), first, first + sizeof(T));
}

template <class T>
T take(std::span<const std::byte>& bytes) {
  if (bytes.size() < sizeof(T)) throw Bug("a report of loads is too short");
  T value;
  std::memcpy(&value, bytes.data(), sizeof(T));
  bytes = bytes.subspan(sizeof(T));
  return value;
}

std::vector<BlockTraffic> heaviest(std::vector<BlockTraffic> sent) {
  if (sent.size() <= max_reported_receivers) return sent;
  std::stable_sort(sent.begin(), sent.end(),
                   [](const BlockTraffic& a, const BlockTraffic& b) { return a.bytes > b.bytes; });
  sent.resize(max_reported_receivers);
  return sent;
}

}  // namespace

double working_seconds(const LoadReport& report) {
  double sum = report.background;
  for (const BlockMeasure& block : report.blocks) sum += block.seconds;
  return sum;
}

std::size_t max_report_bytes(std::size_t blocks) {
  return 5 * sizeof(double) + 2 * sizeof(MessageEnds) +
         blocks * (sizeof(BlockHead) + max_reported_receivers * sizeof(BlockTraffic));
}

std::vector<std::byte> to_bytes(const LoadReport& report) {
  std::vector<std::byte> bytes;
  put(bytes, report.idle);
  put(bytes, report.background);
  put(bytes, report.interrupted);
  put(bytes, report.measuring);
  put(bytes, report.far);
  put(bytes, report.near);
  put(bytes, report.message);
  for (const BlockMeasure& block : report.blocks) {
    const std::vector<BlockTraffic> sent = heaviest(block.sent);
    put(bytes, BlockHead{block.block, int(sent.size()), block.seconds, block.bytes});
    for (const BlockTraffic& traffic : sent) put(bytes, traffic);
  }
  return bytes;
}

LoadReport report_from_bytes(std::span<const std::byte> bytes) {
  LoadReport report;
  report.idle = take<double>(bytes);
  report.background = take<double>(bytes);
  report.interrupted = take<double>(bytes);
  report.measuring = take<double>(bytes);
  report.far = take<MessageEnds>(bytes);
  report.near = take<MessageEnds>(bytes);
  report.message = take<double>(bytes);
  while (!bytes.empty()) {
    const auto head = take<BlockHead>(bytes);
    BlockMeasure& block = report.blocks.emplace_back();
    block.block = head.block;
    block.seconds = head.seconds;
    block.bytes = head.bytes;
    for (int n = 0; n < head.receivers; ++n) block.sent.push_back(take<BlockTraffic>(bytes));
  }
  return report;
}

}  // namespace cardon
