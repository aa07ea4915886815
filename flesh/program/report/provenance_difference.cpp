// SPDX-License-Identifier: Apache-2.0
#include "report/provenance_difference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "report/json_words.hpp"

namespace cardon {
namespace {

using nlohmann::json;
using Weight = ProvenanceDifference::Weight;

const json empty_object = json::object();

const json& member(const json& map, std::string_view name) {
  const auto found = map.find(name);
  return found == map.end() ? empty_object : *found;
}

/// "a (0-1), b (2)" of sites, or "a, b".
std::string keys_text(const json& map, bool with_values) {
  std::vector<std::string> items;
  for (const auto& [key, value] : map.items())
    items.push_back(with_values ? fmt::format("{} ({})", key, json_words(value)) : key);
  return fmt::format("{}", fmt::join(items, ", "));
}

/// "libcardon, WaveToy and 3 more"
std::string few(const std::vector<std::string>& names) {
  constexpr std::size_t max_names = 4;
  const std::vector<std::string> first(names.begin(),
                                       names.begin() + long(std::min(max_names, names.size())));
  const std::string text = fmt::format("{}", fmt::join(first, ", "));
  return names.size() <= max_names ? text
                                   : fmt::format("{} and {} more", text, names.size() - max_names);
}

/// "WaveToy" of "WaveToy::width"; empty for parameters of the flesh and of services.
std::string thorn_of(const std::string& parameter) {
  const std::size_t colons = parameter.find("::");
  return colons == parameter.npos ? "" : parameter.substr(0, colons);
}

Weight weight_of(const std::string& parameter) {
  for (const char* prefix : {"output.", "checkpoint.", "predict.", "title", "expect", "thorn_path"})
    if (parameter.starts_with(prefix)) return Weight::dull;
  if (parameter == "time.stop.wall") return Weight::never;
  const bool computed = parameter.starts_with("grid.") || parameter.starts_with("time.") ||
                        !thorn_of(parameter).empty();
  return computed ? Weight::may_matter : Weight::never;
}

class DifferenceFinder {
 public:
  DifferenceFinder(const json& a, const json& b) : a_(a), b_(b) {}

  std::vector<ProvenanceDifference> run() {
    compare(a_, b_, "ranks", "ranks", Weight::never);
    compare_thorns();
    compare_parameters();
    compare_lossy();
    compare_restarts();
    compare_program();
    compare_modules();
    compare_machine();
    if (a_.contains("lossy") || b_.contains("lossy"))
      for (ProvenanceDifference& d : found_)
        if (d.weight == Weight::never) d.weight = Weight::may_matter;
    std::stable_sort(found_.begin(), found_.end(),
                     [](const auto& x, const auto& y) { return x.weight < y.weight; });
    return found_;
  }

 private:
  void add(const std::string& what, const std::string& a, const std::string& b, Weight weight) {
    if (a != b) found_.push_back({.what = what, .a = a, .b = b, .weight = weight});
  }

  // A member that both have to tell.
  void compare(const json& a, const json& b, const std::string& name, const std::string& what,
               Weight weight) {
    if (a.contains(name) && b.contains(name))
      add(what, json_words(a[name]), json_words(b[name]), weight);
  }

  void compare_thorns() {
    const auto computing = [](const json& run) {
      return without(member(run, "thorns"), member(run, "services"));
    };
    compare(a_, b_, "thorns", "thorns",
            computing(a_) == computing(b_) ? Weight::never : Weight::may_matter);
  }

  void compare_parameters() {
    const json &a = member(a_, "parameters"), &b = member(b_, "parameters");
    if (a.empty() || b.empty()) return;
    std::set<std::string> names;
    for (const json* map : {&a, &b})
      for (const auto& [name, value] : map->items()) names.insert(name);
    names.erase("thorns");
    for (const std::string& name : names) compare_parameter(name, member(a, name), member(b, name));
  }

  void compare_parameter(const std::string& name, const json& a, const json& b) {
    if (const std::string thorn = thorn_of(name); !thorn.empty() && !is_active_in_both(thorn))
      return;
    const auto value = [](const json& p) { return member_words(p, "value", "unset"); };
    const auto source = [](const json& p) { return member_words(p, "source", "default"); };
    // Each driver has defaults of its own.
    const bool other_default = a.empty() || b.empty() || name.starts_with("driver.");
    if (value(a) == value(b) || (other_default && source(a) == source(b))) return;
    found_.push_back({.what = name,
                      .a = value(a),
                      .b = value(b),
                      .source_a = member_words(a, "source"),
                      .source_b = member_words(b, "source"),
                      .weight = weight_of(name)});
  }

  bool is_active_in_both(const std::string& thorn) const {
    const auto in = [&](const json& run) {
      const json& thorns = member(run, "thorns");
      return std::find(thorns.begin(), thorns.end(), json(thorn)) != thorns.end();
    };
    return in(a_) == in(b_);
  }

  void compare_lossy() {
    const auto text = [](const json& run) { return member_words(run, "lossy", "none"); };
    add("lossy codecs", text(a_), text(b_), Weight::may_matter);
  }

  // A restart gives the same bits, unless parameters were changed with it.
  void compare_restarts() {
    const json &a = member(a_, "restarted_from"), &b = member(b_, "restarted_from");
    const auto text = [](const json& from) {
      return from.empty() ? "no"
                          : fmt::format("{} at iteration {}", member_words(from, "run"),
                                        member_words(from, "iteration"));
    };
    const bool changed = a.contains("changed") || b.contains("changed");
    add("restarted from", text(a), text(b), changed ? Weight::may_matter : Weight::never);
  }

  void compare_program() {
    compare(a_, b_, "version", "version", Weight::may_matter);
    const json &a = member(a_, "build"), &b = member(b_, "build");
    compare(a, b, "revision", "revision", Weight::may_matter);
    compare(a, b, "type", "build type", Weight::may_matter);
    compare(a, b, "compiler", "compiler", Weight::may_matter);
    compare(a, b, "flags", "build flags", Weight::may_matter);
    compare(a, b, "access_checks", "access checks", Weight::never);
    compare(a, b, "system", "system", Weight::may_matter);
    if (a.contains("libraries") && b.contains("libraries"))
      add("libraries", without(a["libraries"], b["libraries"]),
          without(b["libraries"], a["libraries"]), Weight::may_matter);
  }

  static std::string without(const json& list, const json& other) {
    std::vector<std::string> rest;
    for (const json& item : list)
      if (std::find(other.begin(), other.end(), item) == other.end())
        rest.push_back(json_words(item));
    return fmt::format("{}", fmt::join(rest, ", "));
  }

  void compare_modules() {
    const json &a = member(a_, "modules"), &b = member(b_, "modules");
    std::vector<std::string> others;
    for (const auto& [name, module] : a.items())
      if (b.contains(name) && module != b[name] &&
          member(module, "checksum") != member(b[name], "checksum"))
        (name == "libcardon" ? others.insert(others.begin(), name)
                             : others.insert(others.end(), name));
    if (!others.empty()) add("other builds of", few(others), "", Weight::may_matter);
    compare_ranks_modules('A', member(a_, "other_modules"));
    compare_ranks_modules('B', member(b_, "other_modules"));
  }

  void compare_ranks_modules(char run, const json& others) {
    for (const json& other : others)
      add(fmt::format("other builds in {}", run),
          fmt::format("ranks {}: {}", member_words(other, "ranks"),
                      few(names_of(member(other, "modules")))),
          "", Weight::may_matter);
  }

  static std::vector<std::string> names_of(const json& modules) {
    std::vector<std::string> names;
    for (const json& module : modules)
      names.push_back(json_words(module).substr(0, json_words(module).find(' ')));
    return names;
  }

  void compare_machine() {
    const auto keys = [&](const char* name, Weight weight) {
      const json &a = member(a_, name), &b = member(b_, name);
      if (!a.empty() && !b.empty()) add(name, keys_text(a, false), keys_text(b, false), weight);
    };
    // Mathematical functions of the C library may round differently.
    keys("processors", Weight::may_matter);
    compare(a_, b_, "driver", "driver", Weight::never);
    keys("hosts", Weight::never);
    const json &a = member(member(a_, "machine"), "sites"),
               &b = member(member(b_, "machine"), "sites");
    if (a.size() > 1 || b.size() > 1)
      add("sites", keys_text(a, true), keys_text(b, true), Weight::never);
  }

  const json &a_, &b_;
  std::vector<ProvenanceDifference> found_;
};

}  // namespace

std::vector<ProvenanceDifference> provenance_differences(const json& a, const json& b) {
  return DifferenceFinder(a, b).run();
}

}  // namespace cardon
