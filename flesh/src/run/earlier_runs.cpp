// SPDX-License-Identifier: Apache-2.0
#include "run/earlier_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "checkpoint/checkpoint_folder.hpp"

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
    if (fs::is_directory(entry.path() / checkpoints_name, ignored)) runs.push_back(entry.path());
  return runs;
}

/// Empty where it cannot be read.
json provenance(const fs::path& run) {
  json whole = json::parse(file_text(run / "provenance.json"), nullptr, false);
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
    return file.stem() == name && file.has_extension();
  });
}

}  // namespace

std::vector<std::string> LatestRuns::seen() const {
  std::vector<std::string> lines;
  for (const fs::path& run : runs_in(fs::path("runs") / name))
    lines.push_back((out.empty() ? "" : text_in(provenance(run), "started")) + separator +
                    run.string());
  if (out.empty()) return lines;
  for (const fs::path& run : runs_in(out.parent_path()))
    if (const json whole = provenance(run); is_of(whole, name))
      lines.push_back(text_in(whole, "started") + separator + run.lexically_normal().string());
  return lines;
}

std::vector<std::string> LatestRuns::sorted(std::vector<std::string> lines) {
  std::sort(lines.rbegin(), lines.rend());
  for (std::string& line : lines) line.erase(0, line.find(separator) + 1);
  return lines;
}

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
