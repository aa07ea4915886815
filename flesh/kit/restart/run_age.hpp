// SPDX-License-Identifier: Apache-2.0
// Which of several runs is the newest.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace cardon {

struct RunAge {
  std::filesystem::path folder;
  std::string started;  ///< as in provenance.json; empty: not known
};

/// When a run started, by its provenance; else by its oldest file, in the same form.
std::string start_of_run(const std::filesystem::path& folder);
/// The newest first: numbered runs of one folder by number, which no clock can mix up; others by
/// when they started.
void sort_newest_first(std::vector<RunAge>& runs);

}  // namespace cardon
