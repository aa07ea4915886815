// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "sbn_agent.hpp"

namespace cardon {
namespace {

enum HeuristicKind { search_message, inwards, outwards_message };

}  // namespace

// A search has no end that its root hears of: the next one has to wait as long as this one may
// last.
bool SbnHeuristicAgent::may_ask() { return patience_ == 0 || --patience_ == 0; }

void SbnHeuristicAgent::ask(int number, Call& call) {
  const int root = call.own.rank;
  patience_ = 2 * (pattern(number).dimension() + 2);
  update(call.own.ranks * call.queue.length(), call.own.ranks);
  // Asking with the lowest estimate must not end the asking.
  thresholds_.min = std::max(thresholds_.min, 1.0);
  send(call, pattern(number).successors(root, root), search_message, root, number,
       {call.queue.length(), 1});
}

void SbnHeuristicAgent::receive(const Letter& letter, Call& call) {
  if (letter.kind == search_message) return search(letter, call);
  const int self = call.own.rank;
  const int stage = std::max(0, pattern(letter.pattern).stage(letter.root, self));
  const double received = letter.words[0], before = call.queue.length() - received;
  if (letter.kind == outwards_message) {
    const double mean = before + std::ceil(received / (std::exp2(stage + 1) - 1));
    update(mean * call.own.ranks, call.own.ranks);
    return outwards(letter.root, letter.pattern, call.queue.length() - thresholds_.mean, call);
  }
  const int steps = pattern(letter.pattern).dimension() - stage + 1;
  update((before + std::ceil(received / steps)) * call.own.ranks, call.own.ranks);
  if (self == letter.root) return;
  for (const int back : pattern(letter.pattern).predecessors(letter.root, self))
    if (const double given = call.queue.give(back, std::floor(call.queue.length() / 2)); given > 0)
      send(call, {back}, inwards, letter.root, letter.pattern, {given});
}

// A rank with less than two jobs has nothing to give, whatever the mean: it passes the search on.
void SbnHeuristicAgent::search(const Letter& letter, Call& call) {
  const double sum = letter.words[0] + call.queue.length(), count = letter.words[1] + 1;
  update(sum / count * call.own.ranks, call.own.ranks);
  const double half = std::floor(call.queue.length() / 2);
  if (call.queue.length() > thresholds_.mean && half > 0) {
    const double given = call.queue.give(letter.from, half);
    if (given > 0) return send(call, {letter.from}, inwards, letter.root, letter.pattern, {given});
  }
  send(call, pattern(letter.pattern).successors(letter.root, call.own.rank), search_message,
       letter.root, letter.pattern, {sum, count});
}

void SbnHeuristicAgent::outwards(int root, int number, double surplus, Call& call) {
  const std::vector<int> next = pattern(number).successors(root, call.own.rank);
  if (next.empty() || surplus <= 0) return;
  const double part = std::floor(surplus / double(next.size()));
  for (const int rank : next)
    if (const double given = call.queue.give(rank, part); given > 0)
      send(call, {rank}, outwards_message, root, number, {given});
}

void SbnHeuristicAgent::give_surplus(int number, Call& call) {
  const double length = call.queue.length();
  const double mean = thresholds_.mean + std::ceil((length - thresholds_.mean) / call.own.ranks);
  update(mean * call.own.ranks, call.own.ranks);
  outwards(call.own.rank, number, length - mean, call);
}

}  // namespace cardon
