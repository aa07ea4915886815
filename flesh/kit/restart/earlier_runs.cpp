// SPDX-License-Identifier: Apache-2.0
#include "restart/earlier_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "checkpoint/checkpoint_folder.hpp"
#include "restart/run_age.hpp"
#include "restart/run_name.hpp"
#include "restart/run_provenance.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t longest_chain = 100;
constexpr char separator = '\t';

std::vector<fs::path> runs_in(const fs::path& folder) {
  std::vector<fs::path> runs;
  std::error_code ignored;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(folder.empty() ? fs::path(".") : folder, ignored))
    // One that may not be read is a run all the same, so that this is told.
    if (std::error_code unknown; fs::is_directory(entry.path() / checkpoints_name, unknown) ||
                                 unknown == std::errc::permission_denied)
      runs.push_back(entry.path());
  return runs;
}

/// Empty where it cannot be read.
json provenance(const fs::path& run) {
  json whole = json::parse(read_provenance(run), nullptr, false);
  return whole.is_object() ? whole : json::object();
}

std::string text_in(const json& whole, const char* key) {
  const auto found = whole.find(key);
  return found != whole.end() && found->is_string() ? found->get<std::string>() : "";
}

/// Whether a run was started with a parameter file of this name.
bool is_of(const json& whole, const std::string& name) {
  const auto command = whole.find("command");
  if (command == whole.end() || !command->is_array()) return false;
  return std::any_of(command->begin(), command->end(), [&](const json& word) {
    const fs::path file = word.is_string() ? word.get<std::string>() : "";
    return file.has_extension() && run_name(file) == name;
  });
}

}  // namespace

std::vector<std::string> LatestRuns::seen() const {
  std::vector<std::string> lines;
  const auto add = [&](const fs::path& run) {
    lines.push_back(start_of_run(run) + separator + run.lexically_normal().string());
  };
  for (const fs::path& run : runs_in(folder())) add(run);
  if (out.empty()) return lines;
  for (const fs::path& run : runs_in(out.parent_path()))
    if (is_of(provenance(run), name)) add(run);
  return lines;
}

std::vector<std::string> LatestRuns::sorted(const std::vector<std::string>& lines) {
  std::vector<RunAge> runs;
  for (const std::string& line : lines) {
    const std::size_t end = line.find(separator);
    runs.push_back({line.substr(end + 1), line.substr(0, end)});
  }
  sort_newest_first(runs);
  std::vector<std::string> folders;
  for (const RunAge& run : runs) folders.push_back(run.folder.string());
  folders.erase(std::unique(folders.begin(), folders.end()), folders.end());
  return folders;
}

fs::path LatestRuns::folder() const { return fs::path("runs") / name; }

std::string LatestRuns::places() const {
  if (out.empty()) return "below runs/" + name;
  return fmt::format("of {} below runs/{} or beside {}", name, name, out.string());
}

std::vector<std::string> chain_of_runs(std::string run) {
  std::vector<std::string> chain;
  while (!run.empty() && chain.size() < longest_chain &&
         std::find(chain.begin(), chain.end(), run) == chain.end()) {
    chain.push_back(run);
    const json whole = provenance(run);
    const auto from = whole.find("restarted_from");
    run = from != whole.end() && from->is_object() ? text_in(*from, "run") : "";
  }
  return chain;
}

}  // namespace cardon
