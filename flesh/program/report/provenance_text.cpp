// SPDX-License-Identifier: Apache-2.0
#include "report/provenance_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/printable.hpp"
#include "report/json_words.hpp"

namespace cardon {
namespace {

using nlohmann::json;

constexpr const char* order[] = {
    "program",   "version",       "title",     "run_id",     "started",        "command",
    "thorns",    "services",      "driver",    "integrator", "restarted_from", "lossy",
    "transport", "ranks",         "hosts",     "processors", "machine",        "build",
    "modules",   "other_modules", "parameters"};

/// Lines below each other, the name before the first one only.
class Entry {
 public:
  explicit Entry(std::string name) : name_(std::move(name)) {
    std::replace(name_.begin(), name_.end(), '_', ' ');
  }
  void add(const std::string& line) {
    text_ += printable(fmt::format("{:<14} {}", name_, line)) + "\n";
    name_.clear();
  }
  const std::string& text() const { return text_; }

 private:
  std::string name_, text_;
};

std::size_t longest_key(const json& map, std::size_t max_width) {
  std::size_t width = 0;
  for (const auto& [key, value] : map.items())
    if (key.size() <= max_width) width = std::max(width, key.size());
  return width;
}

/// Long lists continue in the next line.
void add_list(Entry& entry, const std::string& key, const json& list) {
  constexpr std::size_t widest = 80;
  std::string line = key + ":", separator = " ";
  for (const json& item : list) {
    const std::string words = json_words(item);
    if (line.size() + words.size() > widest) {
      entry.add(line + ",");
      line = std::string(key.size() + 2, ' ');
      separator.clear();
    }
    line += separator + words;
    separator = ", ";
  }
  entry.add(line);
}

void add_members(Entry& entry, const json& map) {
  for (const auto& [key, value] : map.items())
    value.is_array() ? add_list(entry, key, value) : entry.add(key + ": " + json_words(value));
}

void add_ranks(Entry& entry, const json& map) {
  for (const auto& [key, value] : map.items()) {
    const std::string ranks = json_words(value);
    const bool several = ranks.find_first_of(",-") != ranks.npos;
    entry.add(fmt::format("{}: rank{} {}", key, several ? "s" : "", ranks));
  }
}

void add_machine(Entry& entry, const json& machine) {
  entry.add("known from: " + member_words(machine, "known_from"));
  if (machine.contains("emulated")) entry.add("links are emulated");
  if (machine.contains("sites")) add_ranks(entry, machine["sites"]);
}

void add_modules(Entry& entry, const json& modules) {
  const std::size_t width = longest_key(modules, 40);
  for (const auto& [name, module] : modules.items())
    entry.add(fmt::format("{:<{}}  {}  {}", name, width, member_words(module, "checksum"),
                          member_words(module, "file")));
}

void add_other_modules(Entry& entry, const json& others) {
  for (const json& other : others)
    entry.add(
        fmt::format("ranks {}: {}", member_words(other, "ranks"), member_words(other, "modules")));
}

void add_parameters(Entry& entry, const json& parameters) {
  const std::size_t width = longest_key(parameters, 40);
  for (const auto& [name, parameter] : parameters.items())
    entry.add(fmt::format("{:<{}} = {:<16}  {}", name, width, member_words(parameter, "value"),
                          member_words(parameter, "source")));
}

std::string command_line(const json& words) {
  std::string text;
  for (const json& word : words) text += (text.empty() ? "" : " ") + json_words(word);
  return text;
}

std::string entry_text(const std::string& name, const json& value) {
  Entry entry(name);
  if (name == "command" && value.is_array())
    entry.add(command_line(value));
  else if (value == "" || value.empty())
    return "";
  else if (!value.is_object() && name != "other_modules")
    entry.add(json_words(value));
  else if (name == "hosts" || name == "processors")
    add_ranks(entry, value);
  else if (name == "machine")
    add_machine(entry, value);
  else if (name == "modules")
    add_modules(entry, value);
  else if (name == "other_modules")
    add_other_modules(entry, value);
  else if (name == "parameters")
    add_parameters(entry, value);
  else
    add_members(entry, value);
  return entry.text();
}

}  // namespace

std::string provenance_text(const json& provenance) {
  std::string text;
  for (const char* name : order)
    if (provenance.contains(name)) text += entry_text(name, provenance[name]);
  for (const auto& [name, value] : provenance.items())
    if (std::find(std::begin(order), std::end(order), name) == std::end(order))
      text += entry_text(name, value);
  return text;
}

}  // namespace cardon
