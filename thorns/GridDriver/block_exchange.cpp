// SPDX-License-Identifier: Apache-2.0
#include "block_exchange.hpp"

#include <algorithm>
#include <cardon/kit/grid/copy_box.hpp>
#include <cardon/thorn/error.hpp>
#include <iterator>

namespace cardon::grid_driver {

BlockExchange::BlockExchange(int block, int link, const BlockStorage& storage,
                             ExchangePatterns& patterns, RankComm& comm)
    : block_(block),
      link_(link),
      storage_(storage),
      patterns_(patterns),
      comm_(comm),
      exchanges_(comm.meter(link).timings().exchanges) {}

BlockExchange::Live& BlockExchange::live(const plan::Operation& exchange) {
  const ExchangePattern& pattern = patterns_.find(exchange);
  for (Live& live : known_)
    if (live.pattern == &pattern) return live;
  Live& made = known_.emplace_back();
  made.pattern = &pattern;
  for (const Route& route : pattern.sends) made.outgoing.emplace_back(route, block_, link_, comm_);
  for (const Route& route : pattern.receives)
    made.incoming.emplace_back(route, block_, link_, comm_);
  return made;
}

MessageSizes BlockExchange::prepare(const plan::Operation& exchange) {
  MessageSizes sizes;
  for (const MessageSender& outgoing : live(exchange).outgoing)
    if (outgoing.local())
      sizes.near.push_back(outgoing.values());
    else
      sizes.far.push_back(outgoing.bytes());
  return sizes;
}

void BlockExchange::start(const plan::Operation& exchange) {
  if (pending()) throw Bug("an exchange starts before the one before it is complete");
  Live& live = this->live(exchange);
  LinkMeter& meter = comm_.meter(link_);
  const double start = seconds_now();
  arrays_.clear();
  for (const plan::SlotDepth& field : exchange.fields)
    arrays_.push_back(storage_.array(field.slot.field, field.slot.level));
  for (MessageReceiver& incoming : live.incoming) incoming.post();
  const double sent =
      in_two_turns(live.outgoing, start, [&](MessageSender& outgoing) { outgoing.send(arrays_); });
  meter.timings().pack += sent - start;
  copy_own(*live.pattern);
  moves_data_ = !live.outgoing.empty() || !live.incoming.empty();
  if (moves_data_) meter.timings().exchanges = std::max(meter.timings().exchanges, ++exchanges_);
  if (live.incoming.empty()) return;
  meter.departed(sent);
  current_ = &live;
  next_ = live.incoming.begin();
}

// Messages of other ranks first: somebody may wait for them. The two kinds are timed apart. Returns
// when it is done.
template <class End, class Move>
double BlockExchange::in_two_turns(std::list<End>& ends, double start, Move move) {
  for (const bool local : {false, true}) {
    double bytes = 0;
    for (End& end : ends) {
      if (end.local() != local) continue;
      move(end);
      bytes += double(end.bytes());
    }
    if (bytes == 0) continue;
    const double now = seconds_now();
    comm_.ends(local).seconds += now - start;
    comm_.ends(local).bytes += bytes;
    start = now;
  }
  return start;
}

// Periodic images of the block's own points.
void BlockExchange::copy_own(const ExchangePattern& pattern) {
  if (pattern.copies.empty()) return;
  const double start = seconds_now();
  for (const ExchangePattern::Copy& copy : pattern.copies)
    copy_points(arrays_[copy.field], copy.image.to, copy.image.shift);
  comm_.meter(link_).timings().copy += seconds_now() - start;
}

int BlockExchange::awaited_rank() const {
  const bool missing = pending() && next_ != current_->incoming.end();
  return missing ? next_->sender() : -1;
}

// Messages behind the one that is missing are looked at as well: how long they took is measured.
void BlockExchange::take_what_came() {
  if (link_ == 0) return;
  for (auto later = std::next(next_); later != current_->incoming.end(); ++later) later->arrived();
}

bool BlockExchange::complete_if_arrived() {
  if (!pending()) return true;
  while (next_ != current_->incoming.end() && next_->arrived()) ++next_;
  if (next_ != current_->incoming.end()) {
    take_what_came();
    return false;
  }
  LinkMeter& meter = comm_.meter(link_);
  const double arrived = seconds_now();
  meter.arrived(arrived);
  const double taken = in_two_turns(current_->incoming, arrived,
                                    [&](MessageReceiver& incoming) { incoming.unpack(arrays_); });
  current_ = nullptr;
  meter.timings().unpack += taken - arrived;
  return true;
}

}  // namespace cardon::grid_driver
