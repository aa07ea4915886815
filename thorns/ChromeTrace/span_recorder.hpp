// SPDX-License-Identifier: Apache-2.0
// What Kokkos Tools tells of one thread.
#pragma once
#include <cardon/kit/profile_listener.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

namespace cardon {

/// Later than all times.
constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

/// A kernel or region that has ended. Times in ns of the system clock.
struct Span {
  int name = 0;
  bool kernel = false;  ///< a for_each; else a region, such as a task
  std::int64_t begin = 0, end = 0;
};

/// Records kernels and regions of the thread that attached it, while it is on. Recorders of several
/// threads may be attached at once; Kokkos calls back on the thread that a kernel starts from.
class SpanRecorder final : private ProfileListener {
 public:
  /// Spans beyond this number are dropped and counted.
  static constexpr std::size_t max_spans = 1'000'000;

  /// From here on this thread's spans come here. False: Kokkos has loaded another tool, which keeps
  /// its place.
  bool attach();
  void detach() { leave(); }
  void switch_on(bool on) { on_ = on; }

  const std::vector<Span>& spans() const { return spans_; }
  const std::vector<std::string>& names() const { return names_; }
  long dropped() const { return dropped_; }
  /// Time up to which all spans are there.
  std::int64_t complete_until() const { return complete_until_; }

 private:
  void begin(const char* name, bool kernel) override;
  void end(bool kernel) override;
  int number_of(const char* name);

  bool on_ = false;
  std::vector<Span> open_;  // begin is 0 where it was not recorded
  std::vector<Span> spans_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, int> numbers_;
  long dropped_ = 0;
  std::int64_t complete_until_ = unlimited;
};

}  // namespace cardon
