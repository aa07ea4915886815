// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "sbn_agent.hpp"

namespace cardon {
namespace {

enum CubeKind { cube_balance, cube_distribution, cube_surplus };

}  // namespace

void SbnCubeAgent::ask(int number, Call& call) {
  operations_[call.own.rank] = {};
  forward(call.own.rank, number, call.queue.length(), call);
}

// The sum goes on along one edge, so that nothing is counted twice; what is needed along all.
void SbnCubeAgent::forward(int root, int number, double sum, Call& call) {
  const std::vector<int> next = pattern(number).successors(root, call.own.rank);
  if (next.empty()) {
    update(sum, call.own.ranks);
    operations_.erase(root);
    return return_total(root, number, sum, call);
  }
  const double length = call.queue.length();
  const double lack = length < thresholds_.min ? std::max(0.0, thresholds_.mean - length) : 0;
  const double request = std::ceil(lack / double(next.size()));
  for (std::size_t i = 0; i < next.size(); ++i)
    send(call, {next[i]}, cube_balance, root, number, {i == 0 ? sum : 0, request});
}

// Surplus jobs and the total go back the way that the sums came.
void SbnCubeAgent::return_total(int root, int number, double total, Call& call) {
  const std::vector<int> back = pattern(number).predecessors(root, call.own.rank);
  const double surplus = std::max(0.0, call.queue.length() - thresholds_.mean);
  for (const int rank : back) call.queue.give(rank, std::floor(surplus / double(back.size())));
  send(call, back, cube_distribution, root, number, {total});
}

void SbnCubeAgent::receive(const Letter& letter, Call& call) {
  const int self = call.own.rank;
  if (letter.kind == cube_surplus) {
    const double surplus = call.queue.length() - thresholds_.max;
    const auto next = pattern(letter.pattern).successors(letter.root, self);
    if (surplus <= 0) return;
    // At the sink nobody is left to take it: what ranks have is counted, or it would go to and fro.
    if (next.empty() && operations_.empty()) return ask(letter.pattern, call);
    if (next.empty()) return;
    for (const int rank : next) call.queue.give(rank, std::floor(surplus / double(next.size())));
    return send(call, next, cube_surplus, letter.root, letter.pattern, {});
  }
  Operation& operation = operations_[letter.root];
  if (letter.kind == cube_balance) {
    operation.sum += letter.words[0];
    // Jobs that are on their way back were not counted where they go.
    if (letter.words[1] > 0)
      operation.sum += call.queue.give(
          letter.from, std::min(letter.words[1], std::floor(call.queue.length() / 2)));
    if (++operation.arrived == pattern(letter.pattern).predecessors(letter.root, self).size())
      forward(letter.root, letter.pattern, operation.sum + call.queue.length(), call);
    return;
  }
  if (++operation.returned < pattern(letter.pattern).successors(letter.root, self).size()) return;
  operations_.erase(letter.root);
  update(letter.words[0], call.own.ranks);
  return_total(letter.root, letter.pattern, letter.words[0], call);
}

void SbnCubeAgent::give_surplus(int number, Call& call) {
  const std::vector<int> next = pattern(number).successors(call.own.rank, call.own.rank);
  const double surplus = call.queue.length() - thresholds_.max;
  for (const int rank : next) call.queue.give(rank, std::floor(surplus / double(next.size())));
  send(call, next, cube_surplus, call.own.rank, number, {});
}

}  // namespace cardon
