// SPDX-License-Identifier: Apache-2.0
#include "span_recorder.hpp"

#include <algorithm>
#include <chrono>

namespace cardon {
namespace {

std::int64_t nanoseconds_now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

bool SpanRecorder::attach() {
  if (another_tool()) return false;
  listen(true);
  return true;
}

int SpanRecorder::number_of(const char* name) {
  const auto [entry, is_new] = numbers_.try_emplace(name, int(names_.size()));
  if (is_new) names_.emplace_back(name);
  return entry->second;
}

void SpanRecorder::begin(const char* name, bool kernel) {
  Span span;
  span.kernel = kernel;
  if (on_) {
    span.name = number_of(name);
    span.begin = nanoseconds_now();
  }
  open_.push_back(span);
}

// A region may have begun before this thread was attached.
void SpanRecorder::end(bool) {
  if (open_.empty()) return;
  Span span = open_.back();
  open_.pop_back();
  if (span.begin == 0 || !on_) return;
  if (spans_.size() == max_spans) {
    ++dropped_;
    complete_until_ = std::min(complete_until_, span.begin);
    return;
  }
  span.end = nanoseconds_now();
  spans_.push_back(span);
}

}  // namespace cardon
