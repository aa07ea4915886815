// SPDX-License-Identifier: Apache-2.0
#include "ensemble/varied_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "cardon/services/node_reading.hpp"
#include "machine/node_form.hpp"

namespace cardon {
namespace {

constexpr std::size_t max_members = 100'000;

Problem vary_problem(std::string message, const Location& where) {
  return {.slug = "ensemble/vary",
          .message = std::move(message),
          .where = where,
          .help = "write a list such as [0.1, 0.2], or {from: 1, to: 2, count: 5, spacing: log}"};
}

// {from, to, count, spacing}: both ends included.
void read_range(const Node& node, VariedParameter& parameter, std::vector<Problem>& problems) {
  const std::string name = "vary." + parameter.key;
  check_keys(node, name, {"from", "to", "count", "spacing"}, problems);
  const Node *from = node.find("from"), *to = node.find("to"), *count = node.find("count");
  if (!from || !to || !count) {
    problems.push_back(
        vary_problem("a range of " + parameter.key + " needs from, to and count", node.where));
    return;
  }
  const double a = read_real(*from, name + ".from"), b = read_real(*to, name + ".to");
  const long n = read_integer(*count, name + ".count", between(2, long(max_members)));
  const Node* spacing = node.find("spacing");
  const bool log = spacing && read_keyword(*spacing, name + ".spacing", {"linear", "log"}) == "log";
  if (log && (a <= 0 || b <= 0)) {
    problems.push_back(vary_problem("spacing: log needs from and to above 0", spacing->where));
    return;
  }
  for (long i = 0; i < n; ++i) {
    const double x = double(i) / double(n - 1);
    const double value = log ? a * std::pow(b / a, x) : a + (b - a) * x;
    parameter.values.push_back({fmt::format("{:.12g}", i == n - 1 ? b : value), node.where});
  }
}

VariedParameter read_parameter(const Node& node, std::vector<Problem>& problems) {
  VariedParameter parameter{.key = node.key, .where = node.key_where};
  if (node.is_map()) {
    attempt(problems, [&] { read_range(node, parameter, problems); });
  } else if (node.is_list()) {
    for (const Node& value : node.children)
      parameter.values.push_back({value.to_yaml(), value.where});
  } else {
    parameter.values.push_back({node.to_yaml(), node.where});
  }
  if (parameter.values.empty() && problems.empty())
    problems.push_back(vary_problem(node.key + " has no values", node.key_where));
  return parameter;
}

std::vector<VariedParameter> read_block(const Node& node, std::vector<Problem>& problems) {
  std::vector<VariedParameter> block;
  for (const Node& member : node.children) {
    if (member.key.find('=') != std::string::npos || member.key.empty())
      problems.push_back(
          vary_problem("'" + member.key + "' is no name of a parameter", member.key_where));
    block.push_back(read_parameter(member, problems));
  }
  return block;
}

std::string folder_name(const std::vector<std::string>& set) {
  std::string name;
  for (const std::string& word : set) {
    const std::size_t equals = word.find('=');
    const std::string key = word.substr(0, equals);
    const std::size_t dot = key.find_last_of(".:");
    name += (name.empty() ? "" : ".") + key.substr(dot == key.npos ? 0 : dot + 1) + "-" +
            word.substr(equals + 1);
  }
  std::string safe;
  for (const char c : name) {
    const bool plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '+' || c == '-';
    if (plain || safe.empty() || safe.back() != '_') safe += plain ? c : '_';
  }
  constexpr std::size_t longest = 120;
  safe = safe.substr(0, std::min(longest, safe.find_last_not_of("_.") + 1));
  return safe.empty() || safe[0] == '.' ? "member" + safe : safe;
}

// The combinations of one block, the last parameter fastest.
std::vector<std::vector<std::string>> combinations(const std::vector<VariedParameter>& block) {
  std::vector<std::vector<std::string>> sets{{}};
  for (const VariedParameter& parameter : block) {
    std::vector<std::vector<std::string>> longer;
    if (sets.size() * parameter.values.size() > max_members)
      throw Error(vary_problem(fmt::format("the ensemble has more than {} members", max_members),
                               parameter.where));
    for (const auto& set : sets)
      for (const VariedValue& value : parameter.values) {
        longer.push_back(set);
        longer.back().push_back(parameter.key + "=" + value.text);
      }
    sets = std::move(longer);
  }
  return sets;
}

}  // namespace

void read_varied(const Node& node, EnsembleSpec& spec, std::vector<Problem>& problems) {
  if (node.is_map() && !node.children.empty()) {
    spec.vary.push_back(read_block(node, problems));
    return;
  }
  if (!is_list(node, "vary", problems)) return;
  for (const Node& block : node.children)
    if (is_map(block, "an entry of vary", problems))
      spec.vary.push_back(read_block(block, problems));
}

std::vector<Member> members_of(const EnsembleSpec& spec) {
  std::vector<Member> members;
  std::set<std::vector<std::string>> known;
  std::set<std::string> names;
  for (const auto& block : spec.vary)
    for (const auto& set : combinations(block)) {
      if (!known.insert(set).second) continue;
      const std::string stem = folder_name(set);
      std::string name = stem;
      for (int number = 2; !names.insert(name).second; ++number)
        name = fmt::format("{}.{}", stem, number);
      members.push_back({int(members.size()), name, set});
    }
  return members;
}

}  // namespace cardon
