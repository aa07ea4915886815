// SPDX-License-Identifier: Apache-2.0
#include "restart/run_age.hpp"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <tuple>

#include "files/numbered_folder.hpp"
#include "restart/run_provenance.hpp"
#include "restart/time_text.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Fractions of seconds are of any length, or missing.
std::string comparable(const std::string& time) {
  return time.ends_with('Z') ? time.substr(0, time.size() - 1) : time;
}

bool are_numbered(const std::vector<RunAge>& runs) {
  return std::all_of(runs.begin(), runs.end(), [&](const RunAge& run) {
    return folder_number(run.folder) &&
           run.folder.parent_path() == runs.front().folder.parent_path();
  });
}

}  // namespace

std::string start_of_run(const fs::path& folder) {
  const json whole = json::parse(read_provenance(folder), nullptr, false);
  if (const auto found = whole.find("started");
      whole.is_object() && found != whole.end() && found->is_string())
    return found->get<std::string>();
  std::error_code failed;
  const auto written = fs::last_write_time(folder / "parfile.yaml", failed);
  return failed ? "" : time_text(std::chrono::file_clock::to_sys(written));
}

void sort_newest_first(std::vector<RunAge>& runs) {
  const bool numbered = are_numbered(runs);
  const auto age = [&](const RunAge& run) {
    return std::tuple(numbered ? "" : comparable(run.started),
                      folder_number(run.folder).value_or(-1), run.folder);
  };
  std::sort(runs.begin(), runs.end(),
            [&](const RunAge& a, const RunAge& b) { return age(a) > age(b); });
}

}  // namespace cardon
