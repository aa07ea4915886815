// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/block_migration.hpp>
#include <map>
#include <utility>
#include <vector>

namespace cardon::grid_driver {

/// Counts the messages between blocks that the blocks of this rank send.
class TrafficMeter {
 public:
  void message(int from, int to, double bytes) {
    BlockTraffic& traffic = traffic_[{from, to}];
    traffic.to = to;
    traffic.messages += 1;
    traffic.bytes += bytes;
  }
  /// Those of a block since the last call, by receiver.
  std::vector<BlockTraffic> take(int from) {
    const auto begin = traffic_.lower_bound({from, 0}), end = traffic_.lower_bound({from + 1, 0});
    std::vector<BlockTraffic> sent;
    for (auto pair = begin; pair != end; ++pair) sent.push_back(pair->second);
    traffic_.erase(begin, end);
    return sent;
  }

 private:
  std::map<std::pair<int, int>, BlockTraffic> traffic_;  // by block: from, to
};

}  // namespace cardon::grid_driver
