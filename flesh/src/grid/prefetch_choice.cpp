// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/grid/prefetch_choice.hpp>
#include <cardon/grid/prefetch_parameter.hpp>

namespace cardon {
namespace {

constexpr int warm_up = 2;        // calls: memory is touched for the first time
constexpr std::size_t calls = 5;  // of each kind
constexpr double matters = 1.02;  // what asking ahead must gain

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

PrefetchChoice::PrefetchChoice(Wish wish, bool fits_cache)
    : on_(wish == Wish::always || (wish == Wish::automatic && !fits_cache)),
      decided_(wish != Wish::automatic || fits_cache) {}

void PrefetchChoice::took(double seconds_per_point) {
  if (decided_ || skipped_++ < warm_up) return;
  times_[on_ ? 1 : 0].push_back(seconds_per_point);
  on_ = !on_;
  if (times_[0].size() >= calls && times_[1].size() >= calls) decide();
}

void PrefetchChoice::decide() {
  const double with = median(times_[1]);
  gain_ = with > 0 ? median(times_[0]) / with : 0;
  on_ = gain_ >= matters;
  decided_ = true;
}

std::vector<PrefetchFacts::Choice> prefetching(const Program& program, const BlockExecutor& block) {
  std::vector<PrefetchFacts::Choice> tasks;
  for (const Task& task : program.tasks) {
    const PrefetchChoice* choice = block.prefetch(task.id);
    if (choice != nullptr && choice->decided() && (choice->on() || choice->gain() > 0))
      tasks.push_back({task.name, choice->on(), choice->gain()});
  }
  return tasks;
}

PrefetchChoice::Wish prefetch_wish(const std::string& word) {
  if (word == "always") return PrefetchChoice::Wish::always;
  return word == "never" ? PrefetchChoice::Wish::never : PrefetchChoice::Wish::automatic;
}

}  // namespace cardon
