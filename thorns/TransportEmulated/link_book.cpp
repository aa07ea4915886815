// SPDX-License-Identifier: Apache-2.0
#include "link_book.hpp"

#include <algorithm>
#include <limits>

namespace cardon {
namespace {

using Word = std::atomic_ref<Nanoseconds>;
// What queues behind a message that takes years.
constexpr Nanoseconds never = std::numeric_limits<Nanoseconds>::max() / 2;
static_assert(Word::is_always_lock_free, "the ranks are several processes");

}  // namespace

Nanoseconds LinkBook::occupy(std::size_t link, Nanoseconds from, Nanoseconds duration) {
  if (duration == 0) return from;
  Word busy(words_[2 * link]);
  Nanoseconds until = busy.load(), end = 0;
  do {
    end = std::min(std::max(from, until), never) + duration;
  } while (!busy.compare_exchange_weak(until, end));
  return end;
}

Nanoseconds LinkBook::begin(Nanoseconds now) {
  Word word(words_.back());
  Nanoseconds known = 0;
  return word.compare_exchange_strong(known, now) ? now : known;
}

Nanoseconds LinkBook::behind_others(std::size_t link, Nanoseconds arrival) {
  Word last(words_[2 * link + 1]);
  Nanoseconds latest = last.load(), seen = 0;
  do {
    seen = std::max(arrival, latest);
  } while (!last.compare_exchange_weak(latest, seen));
  return seen;
}

}  // namespace cardon
