// SPDX-License-Identifier: Apache-2.0
#include "load_database.hpp"

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <limits>
#include <numeric>

namespace cardon {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void take_out_messages(BalanceProblem& problem) {
  for (const BlockEdge& edge : problem.edges) {
    BlockLoad& sender = problem.blocks[std::size_t(edge.from)];
    const BlockLoad& receiver = problem.blocks[std::size_t(edge.to)];
    if (sender.rank == receiver.rank) continue;
    const double work =
        edge.messages * problem.message_seconds + edge.bytes * problem.packing_seconds;
    RankLoad& rank = problem.ranks[std::size_t(receiver.rank)];
    sender.work = std::max(0.0, sender.work - work);
    rank.background = std::max(0.0, rank.background - work / rank.speed);
  }
}

}  // namespace

std::vector<double> LoadDatabase::busy() const {
  std::vector<double> seconds;
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank)
    seconds.push_back(working_seconds(ranks_[rank]) / shares_[rank] / double(steps_));
  return seconds;
}

std::vector<double> LoadDatabase::idle() const {
  std::vector<double> seconds;
  for (const LoadReport& rank : ranks_) seconds.push_back(rank.idle / double(steps_));
  return seconds;
}

double LoadDatabase::measuring() const {
  double longest = 0;
  for (const LoadReport& rank : ranks_) longest = std::max(longest, rank.measuring);
  return longest;
}

double LoadDatabase::slowest() const {
  const std::vector<double> seconds = busy();
  return *std::max_element(seconds.begin(), seconds.end());
}

double LoadDatabase::imbalance() const {
  const std::vector<double> seconds = busy();
  const double sum = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  return sum > 0 ? slowest() * double(seconds.size()) / sum : 1;
}

// By rank: those that its blocks send to other ranks, and those that they get from them.
std::vector<double> LoadDatabase::far_messages(const Decomposition& decomposition) const {
  std::vector<double> messages(ranks_.size(), 0.0);
  for (std::size_t from = 0; from < ranks_.size(); ++from)
    for (const BlockMeasure& block : ranks_[from].blocks)
      for (const BlockTraffic& sent : block.sent) {
        const auto to = std::size_t(decomposition.rank_of_block.at(std::size_t(sent.to)));
        if (from == to) continue;
        messages[from] += sent.messages;
        messages[to] += sent.messages;
      }
  return messages;
}

MessageCost LoadDatabase::message_cost(const std::vector<RankLoad>& machine,
                                       const Decomposition& decomposition) const {
  const std::vector<double> messages = far_messages(decomposition);
  struct Seen {
    double seconds, messages, bytes;  // s on a rank of speed 1, more than within the rank
  };
  std::vector<Seen> seen;
  double min_cost = infinity;
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    const LoadReport& report = ranks_[rank];
    const double speed = machine[rank].speed;
    if (report.message > 0) min_cost = std::min(min_cost, report.message * speed);
    const MessageEnds &far = report.far, &near = report.near;
    if (far.bytes <= 0 || near.bytes <= 0) continue;
    const double more = far.seconds - near.seconds / near.bytes * far.bytes;
    seen.push_back({std::max(more, 0.0) * speed, messages[rank], far.bytes});
  }
  MessageCost cost{.seconds = std::isfinite(min_cost) ? min_cost : 0};
  for (const Seen& rank : seen)
    if (rank.messages > 0) cost.seconds = std::min(cost.seconds, rank.seconds / rank.messages);
  min_cost = infinity;
  for (const Seen& rank : seen)
    min_cost =
        std::min(min_cost, std::max(rank.seconds - rank.messages * cost.seconds, 0.0) / rank.bytes);
  if (std::isfinite(min_cost)) cost.per_byte = min_cost;
  return cost;
}

BalanceProblem LoadDatabase::problem(BalanceProblem machine,
                                     const Decomposition& decomposition) const {
  const double per_step = 1 / double(steps_);
  machine.blocks.resize(decomposition.owned.size());
  std::size_t found = 0;
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    RankLoad& load = machine.ranks.at(rank);
    const double speed = load.speed;
    load.background = ranks_[rank].background * per_step / shares_[rank];
    load.speed *= shares_[rank];
    for (const BlockMeasure& block : ranks_[rank].blocks) {
      const auto number = std::size_t(block.block);
      if (decomposition.rank_of_block.at(number) != int(rank))
        throw Bug("a block was measured by a rank that does not own it");
      machine.blocks[number] = {
          .rank = int(rank), .work = block.seconds * per_step * speed, .bytes = block.bytes};
      ++found;
      for (const BlockTraffic& sent : block.sent)
        machine.edges.push_back(
            {block.block, sent.to, sent.messages * per_step, sent.bytes * per_step});
    }
  }
  if (found != machine.blocks.size()) throw Bug("not every block was measured");
  const MessageCost cost = message_cost(machine.ranks, decomposition);
  machine.message_seconds = cost.seconds;
  machine.packing_seconds = cost.per_byte;
  take_out_messages(machine);
  return machine;
}

}  // namespace cardon
