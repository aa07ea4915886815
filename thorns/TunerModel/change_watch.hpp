// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/tuning_window.hpp>
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

/// Compares windows with the first ones after the last change: latency and bandwidth of links, what
/// codecs save, speeds of ranks and the time of a step.
class ChangeWatch {
 public:
  explicit ChangeWatch(std::vector<LinkEnds> links) : links_(std::move(links)) {}

  /// `settled`: the settings are those of the window before. Before they are, neither the time of a
  /// step nor ratios tell anything.
  Change check(const TuningWindow& window, bool settled);
  /// All that is known is no longer true; the next windows tell what is.
  void restart();

 private:
  struct Ratio {
    int direction = 0;
    std::size_t link = 0;
    CodecNames chain;
    Estimate ratio;
  };
  void check_links(const TuningWindow& window, Change& change);
  void check_ratios(const TuningWindow& window, Change& change);
  void check_ranks(const TuningWindow& window, Change& change);
  void check_step(const TuningWindow& window, Change& change);
  Ratio* known_ratio(int direction, std::size_t link, const CodecNames& chain);

  std::vector<LinkEnds> links_;
  std::vector<Estimate> latency_, bandwidth_, slowness_;
  std::vector<Ratio> ratios_;
  std::vector<Estimate> steps_;  // of the last windows with these settings
  bool other_step_ = false;      // the step of the last window took another time
};

}  // namespace cardon
