// SPDX-License-Identifier: Apache-2.0
// What a person sees of a run: a box at the start, a live progress line, tables at the end.
// Everything goes to log.txt too.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/warnings.hpp"
#include "console/figure_text.hpp"

namespace spdlog {
class logger;
}

namespace cardon {

/// One line of figures about the run so far, all from this rank's own clock.
struct Progress {
  long iteration = 0, last_iteration = 0;
  long first_iteration = 0;  ///< of this run: that of the checkpoint it was restarted from
  double time = 0, dt = 0;
  std::string time_unit = " s";  ///< as it follows a number
  double points_per_second = 0;
  double exchange_share = 0;     ///< of the time so far: packing, waiting, unpacking
  int ghost_depth = 0;           ///< on the links between sites, if there are any
  std::optional<double> hidden;  ///< fraction of the time of exchanges there; none: no exchange
  std::optional<double> ratio;   ///< bytes raw / sent between sites; none: nothing was sent
  double seconds = 0;            ///< wall clock since the first step
};

class Screen {
 public:
  /// `speaks`: this is rank 0; `quiet`: log file only.
  Screen(bool speaks, bool quiet);
  /// Starts log.txt in the run folder; what was said before is written there as well.
  void log_to(const std::filesystem::path& folder);

  /// What is not printable in texts is escaped; foreign text must have lost its line ends before,
  /// but for the lines of a box.
  void say(const std::string& text);
  void warn(const Warnings& warnings);
  /// What must be seen: on the error stream, even if quiet.
  void complain(const std::string& text);
  void box(const std::string& title, const std::vector<std::string>& lines);
  /// Shown at most twice a second on a terminal, where it is rewritten in place. In log.txt, and on
  /// a screen that is none, lines come after a few seconds at first and then less and less often.
  void progress(const Progress& p, bool last);
  /// Whether progress() would show or log anything, `seconds` after the first step.
  bool is_progress_due(double seconds, bool last) const;

 private:
  bool is_shown(double seconds) const;
  bool is_logged(double seconds) const;
  void end_line();
  void print(const std::string& text);
  void lose_terminal(int reason);
  void lose_log(const std::string& file, const std::string& reason);
  static std::string line(const Progress& p, bool last);
  void note(const std::string& text);
  bool speaks_, quiet_, terminal_;
  bool line_open_ = false, header_shown_ = false;
  double shown_at_ = -1, logged_at_ = 0;  // s
  std::string early_;
  std::shared_ptr<spdlog::logger> log_;
};

/// s until the last iteration, at the pace of this run so far; nothing before its first step.
std::optional<double> seconds_left(const Progress& p);
/// s from one lasting line of progress to the next one, `seconds` after the first step.
double seconds_to_next_line(double seconds);

}  // namespace cardon
