// SPDX-License-Identifier: Apache-2.0
#include "balancing/step_simulator.hpp"

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <deque>
#include <queue>

namespace cardon {
namespace {

class StepSimulator {
 public:
  StepSimulator(const BalanceProblem& problem, const Placement& placement,
                const ServingOrder& order)
      : p_(problem),
        placement_(placement),
        order_(order),
        blocks_(problem.blocks.size()),
        ranks_(problem.ranks.size()),
        finished_(std::size_t(order.steps) + 1, 0.0),
        done_(std::size_t(order.steps) + 1, 0) {
    for (const BlockEdge& edge : problem.edges) {
      blocks_[std::size_t(edge.from)].out.push_back(&edge);
      ++blocks_[std::size_t(edge.to)].expected;
      if (site(edge.from) != site(edge.to)) blocks_[std::size_t(edge.to)].border = true;
    }
    for (auto b = std::size_t(order.answering); order.answering >= 0 && b < blocks_.size(); ++b)
      blocks_[b].step = blocks_[b].ahead = 1;
  }

  double run() {
    for (std::size_t b = 0; b < blocks_.size(); ++b) push({0, next_++, int(b), -1, false});
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      if (event.free) {
        ranks_[std::size_t(event.block)].busy = false;
        serve(event.block, event.time);
      } else {
        arrive(event);
      }
    }
    const long first = order_.steps / 5;
    if (done_.back() != blocks_.size()) throw Bug("blocks of a simulation wait for each other");
    return (finished_.back() - finished_[std::size_t(first)]) / double(order_.steps - first);
  }

 private:
  static constexpr long reduced = -2;  // instead of the step of a message: the sum is known
  struct Block {
    std::vector<const BlockEdge*> out;
    int expected = 0;
    bool border = false;
    long step = 0;         // that it computes next, counted from `ahead`
    long ahead = 0;        // 1: it answers
    int have[2] = {0, 0};  // messages for that step and the next
    bool held = false;     // until a reduction is over
  };
  struct Event {
    double time;
    long number;  // of equal times the first one is first
    int block;    // or rank, where it becomes free
    long step;    // whose message it is; -1: a block may try to compute; or `reduced`
    bool free;
    bool off_rank = false;
    bool operator>(const Event& other) const {
      return time != other.time ? time > other.time : number > other.number;
    }
  };
  struct Message {
    int block;
    long step;
    bool off_rank;
  };
  struct Rank {
    std::deque<Message> queue, border;
    bool busy = false;
    int border_in_a_row = 0;
  };

  int site(int block) const { return p_.ranks[std::size_t(placement_[std::size_t(block)])].site; }
  void push(const Event& event) { events_.push(event); }

  void arrive(const Event& event) {
    if (event.step == reduced) blocks_[std::size_t(event.block)].held = false;
    const int rank = placement_[std::size_t(event.block)];
    Rank& r = ranks_[std::size_t(rank)];
    const bool first = order_.border_first && blocks_[std::size_t(event.block)].border;
    (first ? r.border : r.queue).push_back({event.block, event.step, event.off_rank});
    if (!r.busy) serve(rank, event.time);
  }

  Message next_message(Rank& r) const {
    const bool starved = r.border_in_a_row >= order_.starvation && !r.queue.empty();
    std::deque<Message>& queue = r.border.empty() || starved ? r.queue : r.border;
    r.border_in_a_row = &queue == &r.border ? r.border_in_a_row + 1 : 0;
    const Message message = queue.front();
    queue.pop_front();
    return message;
  }

  // One message, and what the block then computes.
  void serve(int rank, double time) {
    Rank& r = ranks_[std::size_t(rank)];
    if (r.queue.empty() && r.border.empty()) return;
    const Message message = next_message(r);
    Block& block = blocks_[std::size_t(message.block)];
    if (message.step >= 0) {
      ++block.have[message.step % 2];
      const double ends = message.off_rank ? p_.message_seconds : 0;
      time += (order_.delivery_seconds + ends) / speed(rank);
    }
    if (!block.held && block.step < order_.steps + block.ahead && is_ready(block))
      time = compute(message.block, rank, time);
    r.busy = true;
    push({time, next_++, rank, 0, true});
  }

  double speed(int rank) const { return p_.ranks[std::size_t(rank)].speed; }
  // In the first step the ghost points are there.
  static bool is_ready(const Block& block) {
    return block.step == 0 || block.have[block.step % 2] == block.expected;
  }

  double compute(int number, int rank, double time) {
    Block& block = blocks_[std::size_t(number)];
    time += p_.blocks[std::size_t(number)].work / speed(rank);
    if (block.step > 0) block.have[block.step % 2] = 0;
    ++block.step;
    for (const BlockEdge* edge : block.out) {
      const int to = placement_[std::size_t(edge->to)];
      const bool off_rank = to != rank;
      if (off_rank) time += p_.message_seconds / speed(rank);
      double delay = 0;
      if (off_rank) {
        const PairCost link = p_.link(site(number), site(edge->to));
        delay = link.latency + edge->bytes * link.seconds_per_byte;
      }
      push({time + delay, next_++, edge->to, block.step - block.ahead, false, off_rank});
    }
    const auto step = std::size_t(block.step - block.ahead);
    finished_[step] = std::max(finished_[step], time);
    ++done_[step];
    const bool reduces = order_.reduce_every > 0 && long(step) % order_.reduce_every == 0;
    if (reduces) {
      block.held = true;
      if (done_[step] == blocks_.size()) release(step);
    } else if (block.step < order_.steps + block.ahead && is_ready(block)) {
      push({time, next_++, number, -1, false});
    }
    return time;
  }

  // The sum is known everywhere a latency after the last block.
  void release(std::size_t step) {
    double latency = 0;
    for (const PairCost& link : p_.links) latency = std::max(latency, link.latency);
    for (std::size_t b = 0; b < blocks_.size(); ++b)
      push({finished_[step] + latency, next_++, int(b), reduced, false});
  }

  const BalanceProblem& p_;
  const Placement& placement_;
  ServingOrder order_;
  std::vector<Block> blocks_;
  std::vector<Rank> ranks_;
  std::vector<double> finished_;
  std::vector<std::size_t> done_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  long next_ = 0;
};

}  // namespace

double simulated_step(const BalanceProblem& problem, const Placement& placement,
                      const ServingOrder& order) {
  return StepSimulator(problem, placement, order).run();
}

}  // namespace cardon
