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
  /// The latency of a link rose with the last change of settings, and with nothing else: messages
  /// wait for each other, and the shortest delay is no latency as long as these settings stay.
  bool is_full(std::size_t link) const { return full_.at(link); }
  /// The steps of the last window took times that differ much: something may have changed in the
  /// middle of it.
  bool uneven() const { return uneven_; }
  /// They did, or took a time that is unusual for its settings.
  bool suspicious() const { return uneven_ || unusual_; }

 private:
  void check_links(const TuningWindow& window, bool settled, Change& change);
  void check_latency(const TuningWindow& window, std::size_t link, bool settled, Change& change);
  void check_ratios(const TuningWindow& window, Change& change);
  void check_ranks(const TuningWindow& window, Change& change);
  void check_step(const TuningWindow& window, Change& change);

  std::vector<LinkEnds> links_;
  std::vector<ChangeDetector> latency_, bandwidth_, relative_cost_;
  std::vector<bool> full_;                        // by link
  std::map<std::string, ChangeDetector> ratios_;  // by link, direction and chain
  ChangeDetector step_;
  bool uneven_ = false, unusual_ = false;
};

}  // namespace cardon
