// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "sbn_agent.hpp"

namespace cardon {
namespace {

enum BasicKind { balance_message, reply_message, distribution };
// In place of the sum of all queues where it is not known.
constexpr double no_total = -1;

}  // namespace

void SbnBasicAgent::receive(const Letter& letter, Call& call) {
  if (letter.kind == balance_message) return balance(letter, call);
  if (letter.kind == reply_message) return reply(letter, call);
  distribute(letter, call);
}

void SbnBasicAgent::ask(int number, Call& call) {
  const int root = call.own.rank;
  const std::vector<int> next = pattern(number).successors(root, root);
  operations_[{root, number}] = {-1, next.size()};
  send(call, next, balance_message, root, number, {call.queue.length()});
}

void SbnBasicAgent::balance(const Letter& letter, Call& call) {
  if (letter.words[0] < thresholds_.min)
    call.queue.give(letter.from, std::floor(call.queue.length() / 2));
  const std::vector<int> next = pattern(letter.pattern).successors(letter.root, call.own.rank);
  operations_[{letter.root, letter.pattern}] = {letter.from, next.size()};
  const double length = call.queue.length();
  if (next.empty())
    send(call, {letter.from}, reply_message, letter.root, letter.pattern, {length});
  else
    send(call, next, balance_message, letter.root, letter.pattern, {length});
}

void SbnBasicAgent::reply(const Letter& letter, Call& call) {
  const auto at = operations_.find({letter.root, letter.pattern});
  if (at == operations_.end()) return;
  Operation& operation = at->second;
  operation.sum += letter.words[0];
  if (--operation.expected > 0) return;
  const double sum = operation.sum + call.queue.length();
  if (operation.predecessor >= 0)
    return send(call, {operation.predecessor}, reply_message, letter.root, letter.pattern, {sum});
  operations_.erase(at);
  update(sum, call.own.ranks);
  pass_on(letter.root, letter.pattern, sum, call.queue.length() - thresholds_.mean, call);
}

// To each successor an equal part of the surplus, and the total if it is known.
void SbnBasicAgent::pass_on(int root, int number, double total, double surplus, Call& call) {
  const std::vector<int> next = pattern(number).successors(root, call.own.rank);
  if (next.empty()) return;
  const double part = std::floor(std::max(0.0, surplus) / double(next.size()));
  for (const int rank : next) call.queue.give(rank, part);
  if (total != no_total || part > 0)
    send(call, next, distribution, root, number, {total, call.queue.length()});
}

void SbnBasicAgent::distribute(const Letter& letter, Call& call) {
  const double total = letter.words[0], before = letter.words[1];
  double surplus = call.queue.length() - thresholds_.max;
  if (total != no_total) {
    operations_.erase({letter.root, letter.pattern});
    update(total, call.own.ranks);
    const double extra = call.queue.length() - thresholds_.mean, lack = thresholds_.mean - before;
    if (extra > 0 && lack > 0) call.queue.give(letter.from, std::floor(std::min(extra, lack)));
    surplus = call.queue.length() - thresholds_.mean;
  }
  pass_on(letter.root, letter.pattern, total, surplus, call);
  const bool leaf = pattern(letter.pattern).successors(letter.root, call.own.rank).empty();
  if (leaf && call.queue.length() > thresholds_.max && operations_.empty())
    ask(letter.pattern, call);
}

void SbnBasicAgent::give_surplus(int number, Call& call) {
  pass_on(call.own.rank, number, no_total, call.queue.length() - thresholds_.max, call);
}

}  // namespace cardon
