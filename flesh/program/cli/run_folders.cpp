// SPDX-License-Identifier: Apache-2.0
#include "run_folders.hpp"

#include <cardon/thorn/error.hpp>

#include "base/suggest.hpp"
#include "restart/run_age.hpp"

namespace cardon::cli {

namespace fs = std::filesystem;

// Every run writes this file first.
static constexpr const char* first_file = "parfile.yaml";

bool is_run(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / first_file, ignored) || fs::exists(folder / "summary.json", ignored);
}

std::vector<fs::path> runs_in(const fs::path& folder) {
  std::vector<fs::path> runs;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    if (is_run(entry.path())) runs.push_back(entry.path());
  return runs;
}

namespace {

// The run that was started last; empty if there is none.
fs::path newest(const std::vector<fs::path>& folders) {
  std::vector<RunAge> runs;
  for (const fs::path& folder : folders) runs.push_back({folder, start_of_run(folder)});
  sort_newest_first(runs);
  return runs.empty() ? fs::path() : runs.front().folder;
}

fs::path latest() {
  std::vector<fs::path> runs;
  std::error_code ignored;
  for (const fs::directory_entry& name : fs::directory_iterator("runs", ignored))
    for (const fs::path& run : runs_in(name.path())) runs.push_back(run);
  return newest(runs);
}

// A run or a folder of runs beside a folder that does not exist, whose name it may have been meant
// to be; else "".
std::string similar(const fs::path& named) {
  std::error_code ignored;
  const fs::path given = named.has_filename() ? named : named.parent_path();  // "runs/a/"
  if (!given.has_filename() || given == "latest" || fs::exists(given, ignored)) return "";
  const fs::path parent = given.parent_path();
  std::vector<std::string> names;
  if (parent.empty()) names.push_back("latest");
  for (const fs::directory_entry& entry :
       fs::directory_iterator(parent.empty() ? "." : parent, ignored))
    names.push_back(entry.path().filename().string());
  // Only what has a similar name is looked into: folders may be large.
  for (const std::string& name : suggest(given.filename().string(), names)) {
    const fs::path close = parent / name;
    if (close == "latest" || is_run(close) || !runs_in(close).empty())
      return "did you mean " + close.string() + "?";
  }
  return "";
}

}  // namespace

fs::path find_run(const std::string& given) {
  // The value of a shell variable that is not set would mean the current folder.
  if (!given.empty()) {
    if (is_run(given)) return given;
    const fs::path found = given == "latest" ? latest() : newest(runs_in(given));
    if (!found.empty()) return found;
  }
  Problem problem{.slug = "cli/no-run",
                  .message = (given.empty() ? "an empty name" : given) + " is not a run folder"};
  problem.hint = similar(given);
  problem.help = "give the folder that cardon run named at its end";
  if (given == "latest") problem.message = "there is no run below runs/";
  if (given.empty()) problem.help = "is a variable of the shell that names the run not set?";
  throw Error(std::move(problem));
}

}  // namespace cardon::cli
