// SPDX-License-Identifier: Apache-2.0
#include "span_recorder.hpp"

#include <Kokkos_Core.hpp>
#include <chrono>
#include <mutex>

namespace cardon {
namespace {

thread_local SpanRecorder* recorder_here = nullptr;

// Kokkos has one set of callbacks for all threads of the process.
std::mutex callbacks;
int attached = 0;

std::int64_t nanoseconds_now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

void begin_kernel(const char* name, std::uint32_t, std::uint64_t*) {
  if (recorder_here) recorder_here->begin(name, true);
}

void end_kernel(std::uint64_t) {
  if (recorder_here) recorder_here->end();
}

void push_region(const char* name) {
  if (recorder_here) recorder_here->begin(name, false);
}

void pop_region() {
  if (recorder_here) recorder_here->end();
}

void set_callbacks(bool on) {
  namespace tools = Kokkos::Tools::Experimental;
  tools::set_begin_parallel_for_callback(on ? begin_kernel : nullptr);
  tools::set_end_parallel_for_callback(on ? end_kernel : nullptr);
  tools::set_push_region_callback(on ? push_region : nullptr);
  tools::set_pop_region_callback(on ? pop_region : nullptr);
}

}  // namespace

bool SpanRecorder::attach() {
  const std::lock_guard lock(callbacks);
  if (attached == 0 && Kokkos::Tools::profileLibraryLoaded()) return false;
  if (recorder_here == this) return true;
  if (attached++ == 0) set_callbacks(true);
  recorder_here = this;
  return true;
}

void SpanRecorder::detach() {
  const std::lock_guard lock(callbacks);
  if (recorder_here != this) return;
  recorder_here = nullptr;
  if (--attached == 0) set_callbacks(false);
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
void SpanRecorder::end() {
  if (open_.empty()) return;
  Span span = open_.back();
  open_.pop_back();
  if (span.begin == 0 || !on_) return;
  if (spans_.size() == max_spans) {
    ++dropped_;
    return;
  }
  span.end = nanoseconds_now();
  spans_.push_back(span);
}

}  // namespace cardon
