// SPDX-License-Identifier: Apache-2.0
#include "extrapolate.hpp"

#include <algorithm>
#include <bit>
#include <cardon/kit/codec/codec_option.hpp>

#include "work_space.hpp"

namespace cardon::filters {
namespace {

constexpr int choice_every = 32;  // messages

std::byte to_byte(Orders orders) { return std::byte(orders.time << 4 | orders.rows); }

Orders from_byte(std::byte byte, const MessageHistory& history) {
  const Orders orders{int(byte) >> 4, int(byte) & 15};
  if (orders.time > history.length() || orders.rows > max_order)
    throw_damaged("extrapolate", "an order of extrapolation is too high");
  return orders;
}

}  // namespace

void Extrapolate::open(const CodecSetup& setup) {
  require_no_option(setup, "extrapolate");
  require_first(setup, "extrapolate");
  groups_.clear();
  std::size_t size = 0;
  for (const CodecRows& rows : setup.rows) {
    groups_.push_back({rows, size});
    size += groups_.back().size();
  }
  orders_.assign(groups_.size(), {});
  history_.open(size);
  past_at_choice_ = -1;
}

// At first there is more past with every message.
bool Extrapolate::choice_is_due() const {
  return past_at_choice_ != history_.length() || since_choice_ >= choice_every;
}

std::size_t Extrapolate::encode(std::span<const std::byte> in, std::span<std::byte> out) {
  if (in.size() != bytes()) throw Bug("extrapolate was given a piece of another size");
  const bool choose = choice_is_due();
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const RowGroup& group = groups_[g];
    Orders& orders = orders_[g];
    if (choose) orders = choose_orders(group, history_, in, orders);
    const WorkSpace space = work_space(group.rows);
    extrapolate_in_time(orders.time, history_.past(group.first).data(), group.size(),
                        space.expected);
    encode_rows(orders.rows, group.rows, space.expected, in.data() + word_size * group.first,
                space.errors, out.data() + word_size * group.first);
    out[in.size() + g] = to_byte(orders);
  }
  if (choose) {
    past_at_choice_ = history_.length();
    since_choice_ = 0;
  }
  return in.size() + groups_.size();
}

std::size_t Extrapolate::decode(std::span<const std::byte> in, std::span<std::byte> out) {
  if (in.size() != bytes() + groups_.size() || out.size() < bytes())
    throw_damaged("extrapolate", "its length is wrong");
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const RowGroup& group = groups_[g];
    const Orders orders = from_byte(in[bytes() + g], history_);
    const WorkSpace space = work_space(group.rows);
    extrapolate_in_time(orders.time, history_.past(group.first).data(), group.size(),
                        space.expected);
    decode_rows(orders.rows, group.rows, space.expected, in.data() + word_size * group.first,
                space.errors, out.data() + word_size * group.first);
  }
  return bytes();
}

void Extrapolate::remember(std::span<const std::byte> values) {
  if (values.size() != bytes()) throw Bug("extrapolate was given a piece of another size");
  history_.add(values);
  ++since_choice_;
}

}  // namespace cardon::filters
