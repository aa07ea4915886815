// SPDX-License-Identifier: Apache-2.0
#include "run_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "base/printable.hpp"
#include "base/suggest.hpp"
#include "files/regular_file.hpp"
#include "restart/run_provenance.hpp"
#include "run_folders.hpp"

namespace cardon::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Condition {
  std::string key, comparison, value;
};

// What a run says of itself, by the names that conditions use.
using Facts = std::map<std::string, std::string>;

struct ListedRun {
  fs::path folder;
  Facts facts;
};

std::optional<Condition> read_condition(const std::string& word) {
  const std::size_t at = word.find_first_of("=<>!");
  if (at == word.npos || at == 0) return std::nullopt;
  const std::size_t length = at + 1 < word.size() && word[at + 1] == '=' ? 2 : 1;
  Condition condition{word.substr(0, at), word.substr(at, length), word.substr(at + length)};
  if (condition.comparison == "!") return std::nullopt;
  if (condition.comparison == "==") condition.comparison = "=";
  // Parameters of thorns are written as on the command line, WaveToy.width, or as in messages.
  if (const std::size_t colons = condition.key.find("::"); colons != std::string::npos)
    condition.key.replace(colons, 2, ".");
  return condition;
}

json parsed(const std::string& text) {
  json found = json::parse(text, nullptr, false);
  return found.is_object() ? found : json::object();
}

std::string word_of(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

Facts facts_of(const fs::path& folder) {
  const json summary = parsed(read_regular_file(folder / "summary.json").text);
  const json provenance = parsed(read_provenance(folder));
  Facts facts{{"status", "unfinished"}};
  for (const char* key : {"title", "started", "driver", "ranks"})
    if (provenance.contains(key)) facts[key] = word_of(provenance[key]);
  for (const char* key : {"title", "status", "ranks", "iterations", "time"})
    if (summary.contains(key)) facts[key] = word_of(summary[key]);
  // Without rounding errors of the clock.
  if (summary.contains("time") && summary["time"].is_number_float())
    facts["time"] = fmt::format("{:.12g}", summary["time"].get<double>());
  if (!provenance.contains("parameters") || !provenance["parameters"].is_object()) return facts;
  for (const auto& [name, entry] : provenance["parameters"].items()) {
    std::string key = name;
    if (const std::size_t colons = key.find("::"); colons != key.npos) key.replace(colons, 2, ".");
    if (entry.is_object() && entry.contains("value")) facts.emplace(key, word_of(entry["value"]));
  }
  return facts;
}

bool read_number(const std::string& text, double& value) {
  char* end = nullptr;
  value = std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0' && !std::isnan(value);
}

// Lists are written with or without spaces.
std::string without_spaces(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

bool holds(const Condition& condition, const Facts& facts) {
  const auto found = facts.find(condition.key);
  if (found == facts.end()) return false;
  double left = 0, right = 0;
  const bool numbers = read_number(found->second, left) && read_number(condition.value, right);
  const int order = numbers
                        ? (left > right) - (left < right)
                        : without_spaces(found->second).compare(without_spaces(condition.value));
  const std::string& c = condition.comparison;
  if (c == "=") return order == 0;
  if (c == "!=") return order != 0;
  return c[0] == '<' ? order < 0 || (c == "<=" && order == 0)
                     : order > 0 || (c == ">=" && order == 0);
}

Error no_run_in(const std::string& folder) {
  return Error(Problem{.slug = "cli/no-run",
                       .message = "there is no run in " + folder,
                       .help = "cardon list runs FOLDER"});
}

std::vector<fs::path> runs_below(const std::string& folder) {
  if (is_run(folder)) return {folder};
  std::vector<fs::path> runs = runs_in(folder);
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    if (!is_run(entry.path()))
      for (const fs::path& run : runs_in(entry.path())) runs.push_back(run);
  std::sort(runs.begin(), runs.end());
  if (!runs.empty()) return runs;
  throw no_run_in(folder);
}

std::string text_of(const Facts& facts, const std::string& key) {
  const auto found = facts.find(key);
  return found == facts.end() ? "" : printable(found->second);
}

/// The names of all facts of runs, and those that a run has at some time.
std::set<std::string> known_facts(const std::vector<ListedRun>& runs) {
  std::set<std::string> names{"title", "status", "started",   "driver",
                              "ranks", "time",   "iterations"};
  for (const ListedRun& run : runs)
    for (const auto& [name, value] : run.facts) names.insert(name);
  return names;
}

// A misspelt name would look like a search that finds nothing.
void require_known(const std::vector<Condition>& conditions, const std::vector<ListedRun>& runs) {
  const std::set<std::string> known = known_facts(runs);
  for (const Condition& condition : conditions) {
    if (known.contains(condition.key)) continue;
    throw Error(
        Problem{.slug = "cli/unknown-name",
                .message = "no run listed has a value " + condition.key,
                .hint = did_you_mean(condition.key, {known.begin(), known.end()}),
                .help = "conditions name parameters, title, status, started, driver, ranks, time "
                        "or iterations"});
  }
}

// So would a condition that no run can meet: with a word where all runs have numbers.
void require_comparable(const std::vector<Condition>& conditions,
                        const std::vector<ListedRun>& runs) {
  for (const Condition& c : conditions) {
    double number = 0;
    if (read_number(c.value, number)) continue;
    std::set<std::string> values;
    for (const ListedRun& run : runs)
      if (const auto found = run.facts.find(c.key); found != run.facts.end())
        values.insert(found->second);
    if (values.empty() || !std::all_of(values.begin(), values.end(), [&](const auto& value) {
          return read_number(value, number);
        }))
      continue;
    throw Error(Problem{
        .slug = "cli/usage",
        .message = fmt::format("{} is a number in all runs listed, but is compared with '{}'",
                               c.key, printable(c.value)),
        .help = fmt::format("cardon list runs '{}>={}'", c.key, *values.begin())});
  }
}

std::vector<ListedRun> listed_runs(const std::vector<std::string>& folders) {
  std::vector<ListedRun> runs;
  for (const std::string& folder : folders)
    for (const fs::path& run : runs_below(folder)) runs.push_back({run, facts_of(run)});
  return runs;
}

}  // namespace

Table runs_table(const std::vector<std::string>& words) {
  std::vector<std::string> folders,
      headings{"run", "title", "status", "iterations", "time", "ranks"};
  std::vector<Condition> conditions;
  std::error_code ignored;
  for (const std::string& word : words) {
    if (word.empty()) throw no_run_in("an empty name");
    const auto condition = fs::is_directory(word, ignored) ? std::nullopt : read_condition(word);
    if (!condition) {
      folders.push_back(word);
      continue;
    }
    conditions.push_back(*condition);
    if (std::find(headings.begin(), headings.end(), condition->key) == headings.end())
      headings.push_back(condition->key);
  }
  if (folders.empty()) folders.push_back("runs");
  const std::vector<ListedRun> runs = listed_runs(folders);
  require_known(conditions, runs);
  require_comparable(conditions, runs);
  Table table(headings);
  for (const ListedRun& run : runs) {
    if (!std::all_of(conditions.begin(), conditions.end(),
                     [&](const Condition& c) { return holds(c, run.facts); }))
      continue;
    std::vector<std::string> row{printable(run.folder.string())};
    for (std::size_t n = 1; n < headings.size(); ++n)
      row.push_back(text_of(run.facts, headings[n]));
    table.add(row);
  }
  return table;
}

}  // namespace cardon::cli
