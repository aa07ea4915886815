// SPDX-License-Identifier: Apache-2.0
#include "order_search.hpp"

#include <algorithm>
#include <limits>

#include "bit_groups.hpp"
#include "work_space.hpp"

namespace cardon::filters {
namespace {

constexpr std::size_t sample = 1024;  // values
constexpr int sample_rows = 2 * max_order;

CodecRows sample_of(CodecRows rows) {
  const int enough = std::max(sample_rows, int(sample) / std::max(rows.length, 1));
  return {rows.length, std::min(rows.count, enough)};
}

// Bits that the words take when packed.
std::size_t cost(const std::byte* words, std::size_t count) {
  std::size_t bits = 0;
  for (std::size_t i = 0; i < count; i += group_words) {
    const std::size_t many = std::min(group_words, count - i);
    bits += many * std::size_t(width_of(words + word_size * i, many));
  }
  return bits;
}

// Tries orders on one sample.
class Trial {
 public:
  Trial(const RowGroup& group, const MessageHistory& history, std::span<const std::byte> values)
      : sample_{sample_of(group.rows), group.first},
        past_(history.past(group.first)),
        values_(values.data() + word_size * group.first),
        space_(work_space(sample_.rows)) {}

  void expect(int order) {
    extrapolate_in_time(order, past_.data(), sample_.size(), space_.expected);
  }
  std::size_t cost_of(int rows) {
    encode_rows(rows, sample_.rows, space_.expected, values_, space_.errors, space_.words);
    return cost(space_.words, sample_.size());
  }

 private:
  RowGroup sample_;
  MessageHistory::Past past_;
  const std::byte* values_;
  WorkSpace space_;
};

}  // namespace

Orders choose_orders(const RowGroup& group, const MessageHistory& history,
                     std::span<const std::byte> values, Orders now) {
  Trial trial(group, history, values);
  Orders best = now;
  std::size_t min_cost = std::numeric_limits<std::size_t>::max();
  for (int time = 0; time <= history.length(); ++time) {
    trial.expect(time);
    const std::size_t cost = trial.cost_of(now.rows);
    if (cost < min_cost) {
      min_cost = cost;
      best.time = time;
    }
  }
  trial.expect(best.time);
  for (int rows = 0; rows <= max_order; ++rows) {
    const std::size_t cost = trial.cost_of(rows);
    if (cost < min_cost) {
      min_cost = cost;
      best.rows = rows;
    }
  }
  return best;
}

}  // namespace cardon::filters
