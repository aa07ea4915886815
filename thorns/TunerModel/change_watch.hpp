// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/change_detector.hpp>
#include <cardon/tuning/tuning_window.hpp>
#include <map>
#include <string>
#include <vector>

namespace cardon {

/// What is not as it was.
struct Change {
  bool any = false;
  bool data = false;   ///< the data on the grid
  bool cause = false;  ///< it is known why steps take another time
  std::string text;    ///< "latency of link a-b went from 75.0 to 300 ms"
};

/// Compares windows with those before: latency and bandwidth of links, what codecs save, speeds of
/// ranks and the time of a step.
class ChangeWatch {
 public:
  explicit ChangeWatch(std::vector<LinkEnds> links) : links_(std::move(links)) {}

  /// `settled`: the settings are those of the window before. Before they are, neither the time of a
  /// step nor ratios tell anything.
  Change check(const TuningWindow& window, bool settled);
  /// The steps of the last window took a time that is unusual for its settings, or times that
  /// differ much: something may have changed in the middle of it, or it was an accident.
  bool suspicious() const { return suspicious_; }

 private:
  void check_links(const TuningWindow& window, Change& change);
  void check_ratios(const TuningWindow& window, Change& change);
  void check_ranks(const TuningWindow& window, Change& change);
  void check_step(const TuningWindow& window, Change& change);

  std::vector<LinkEnds> links_;
  std::vector<ChangeDetector> latency_, bandwidth_, slowness_;
  std::map<std::string, ChangeDetector> ratios_;  // by link, direction and chain
  ChangeDetector step_;
  bool suspicious_ = false;
};

/// Whether the messages of a link took so much of the time between exchanges that they waited for
/// each other: then the shortest delay is no latency.
bool is_full(const TuningWindow& window, std::size_t link);

}  // namespace cardon
