// SPDX-License-Identifier: Apache-2.0
#include "retry/attempt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <chrono>
#include <fstream>
#include <limits>
#include <regex>

#include "console/screen.hpp"
#include "files/regular_file.hpp"

namespace cardon {
namespace {

// Long runs have long files; of these the end is enough.
constexpr std::streamoff looked_at = 1 << 16;  // bytes

// The last number that `row` captures in a file.
std::optional<long> last_number(const std::filesystem::path& file, const std::regex& row) {
  std::optional<long> last;
  std::ifstream in = open_regular_file(file, std::numeric_limits<std::uintmax_t>::max());
  in.seekg(0, std::ios::end);
  in.seekg(std::max(std::streamoff(0), std::streamoff(in.tellg()) - looked_at));
  std::smatch found;
  for (std::string line; std::getline(in, line);)
    if (std::regex_search(line, found, row)) last = std::stol(found[1]);
  return last;
}

}  // namespace

std::optional<long> reached_iteration(const std::filesystem::path& run_folder) {
  const auto row = last_number(run_folder / "scalars.tsv", std::regex(R"(^(\d{1,18})\t)"));
  // As Screen::progress() writes them, after date and time.
  const auto progress =
      last_number(run_folder / "log.txt", std::regex(R"(^\S+ \S+ +(\d{1,18}) +\S+ s +\S+ s )"));
  return std::max(row, progress);
}

std::string Attempt::from_text() const {
  if (from) return fmt::format("from iteration {} of {}", from->iteration, from->run.string());
  return restart.empty() ? "from the start" : "from " + restart;
}

std::string Attempt::lost_text(const std::optional<AttemptCheckpoint>& checkpoint) const {
  double lost = seconds;
  std::optional<long> begin = iteration;
  if (checkpoint) {
    const std::chrono::duration<double> since = ended - checkpoint->written;
    lost = std::clamp(since.count(), 0.0, seconds);
    begin = checkpoint->iteration;
  }
  const std::string time = duration_text(lost);
  const std::optional<long> reached = reached_iteration(folder);
  if (!begin || !reached || *reached < *begin) return time;
  return fmt::format("{}, about {}", time, counted(*reached - *begin, "iteration"));
}

}  // namespace cardon
