// SPDX-License-Identifier: Apache-2.0
#include "exchanger.hpp"

#include <Kokkos_Core.hpp>
#include <cardon/kit/grid/copy_box.hpp>
#include <cardon/kit/message_tags.hpp>
#include <cardon/kit/profile_region.hpp>
#include <span>
#include <utility>

namespace cardon {
Exchanger::Exchanger(Transport& transport, const Layout& layout, int block,
                     const BlockStorage& storage, LinkTimings& timings)
    : transport_(transport), layout_(layout), block_(block), storage_(storage), timings_(timings) {}

Exchanger::~Exchanger() {
  if (!pending()) return;
  try {
    transport_.wait(requests_);
  } catch (const std::exception&) {
    // The run is being given up; whoever threw first is reported.
  }
}

const ExchangeBoxes& Exchanger::boxes(int depth) {
  const auto found = boxes_.find(depth);
  if (found != boxes_.end()) return found->second;
  return boxes_.emplace(depth, exchange_boxes(layout_, block_, depth)).first->second;
}

Exchanger::Pattern& Exchanger::pattern(const std::vector<plan::SlotDepth>& fields) {
  for (const auto& known : patterns_)
    if (known->fields == fields) return *known;
  auto made = std::make_unique<Pattern>();
  made->fields = fields;
  std::map<int, Message> receives, sends;
  const auto add = [&](std::map<int, Message>& messages, const PeerBoxes& peer, std::size_t field) {
    Message& message = messages[layout_.decomposition().rank_of_block[std::size_t(peer.block)]];
    for (const Box& box : peer.boxes) {
      message.parts.push_back({field, box});
      message.values.resize(message.values.size() + std::size_t(box.points()));
    }
  };
  for (std::size_t f = 0; f < fields.size(); ++f) {
    const ExchangeBoxes& geometry = boxes(fields[f].depth);
    for (const PeerBoxes& peer : geometry.receives) add(receives, peer, f);
    for (const PeerBoxes& peer : geometry.sends) add(sends, peer, f);
    for (const ImageCopy& copy : geometry.copies) made->copies.push_back({f, copy});
  }
  for (auto& [rank, message] : receives) {
    message.rank = rank;
    made->receives.push_back(std::move(message));
  }
  for (auto& [rank, message] : sends) {
    message.rank = rank;
    made->sends.push_back(std::move(message));
  }
  patterns_.push_back(std::move(made));
  return *patterns_.back();
}

void Exchanger::forget() {
  complete();
  patterns_.clear();
  boxes_.clear();
}

void Exchanger::start(const std::vector<plan::SlotDepth>& fields) {
  complete();
  Pattern& pattern = this->pattern(fields);
  timings_.exchanges += 1;
  arrays_.clear();
  for (const plan::SlotDepth& field : fields)
    arrays_.push_back(storage_.array(field.slot.field, field.slot.level));
  if (!pattern.receives.empty() || !pattern.sends.empty()) post(pattern);
  if (pattern.copies.empty()) return;
  const double start = seconds_now();
  for (const Copy& copy : pattern.copies)
    copy_points(arrays_[copy.field], copy.image.to, copy.image.shift);
  timings_.copy += seconds_now() - start;
}

void Exchanger::post(Pattern& pattern) {
  const double start = seconds_now();
  requests_.clear();
  for (Message& message : pattern.receives)
    requests_.push_back(transport_.post_receive(message.rank, message_tag::drivers,
                                                std::as_writable_bytes(std::span(message.values))));
  for (Message& message : pattern.sends) {
    Real* out = message.values.data();
    for (const Part& part : message.parts) out = pack_box(arrays_[part.field], part.box, out);
    const auto bytes = std::as_bytes(std::span(message.values));
    requests_.push_back(transport_.send(message.rank, message_tag::drivers, bytes));
    timings_.messages += 1;
    timings_.bytes_raw += long(bytes.size());
    timings_.bytes_sent += long(bytes.size());
  }
  current_ = &pattern;
  started_ = seconds_now();
  timings_.pack += started_ - start;
}

double Exchanger::progress(double start) {
  transport_.test({});
  const double end = seconds_now();
  timings_.poll += end - start;
  if (current_ != nullptr) timings_.exposed += end - start;
  return end;
}

// One after the other where a profiler is to see whose message is late. Receives come first.
void Exchanger::wait_for_messages() {
  const ProfileRegion region("wait for messages");
  if (!Kokkos::Tools::profileLibraryLoaded()) return transport_.wait(requests_);
  const std::span<const Transport::Request> requests(requests_);
  const std::size_t receives = current_->receives.size();
  for (std::size_t n = 0; n < receives; ++n) {
    const ProfileRegion sender(awaited_region(current_->receives[n].rank).c_str());
    transport_.wait(requests.subspan(n, 1));
  }
  transport_.wait(requests.subspan(receives));
}

void Exchanger::complete() {
  if (current_ == nullptr) return;
  const double start = seconds_now();
  wait_for_messages();
  const double arrived = seconds_now();
  for (const Message& message : current_->receives) {
    const Real* in = message.values.data();
    for (const Part& part : message.parts) in = unpack_box(arrays_[part.field], part.box, in);
  }
  current_ = nullptr;
  timings_.wait += arrived - start;
  timings_.exposed += arrived - start;
  timings_.flight += arrived - started_;
  timings_.unpack += seconds_now() - arrived;
}

}  // namespace cardon
