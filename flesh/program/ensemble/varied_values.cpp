// SPDX-License-Identifier: Apache-2.0
#include "ensemble/varied_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/services/node_reading.hpp>
#include <cmath>
#include <map>
#include <set>

#include "ensemble/member_names.hpp"
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
  const std::size_t before = problems.size();
  if (node.is_map()) {
    attempt(problems, [&] { read_range(node, parameter, problems); });
  } else if (node.is_list()) {
    for (const Node& value : node.children)
      parameter.values.push_back({value.to_yaml(), value.where});
  } else {
    parameter.values.push_back({node.to_yaml(), node.where});
  }
  if (parameter.values.empty() && problems.size() == before)
    problems.push_back(vary_problem(node.key + " has no values", node.key_where));
  return parameter;
}

std::vector<VariedParameter> read_block(const Node& node, std::vector<Problem>& problems) {
  std::vector<VariedParameter> block;
  for (const Node& member : node.children) {
    if (member.key.find('=') != std::string::npos || member.key.empty())
      problems.push_back(
          vary_problem("'" + member.key + "' is not a parameter name", member.key_where));
    const auto same = [&](const VariedParameter& other) {
      return same_parameter(other.key, member.key);
    };
    if (std::any_of(block.begin(), block.end(), same))
      problems.push_back(vary_problem(member.key + " is varied twice", member.key_where));
    block.push_back(read_parameter(member, problems));
  }
  return block;
}

// Before any of them is made. Those that occur twice count twice.
void require_few(const EnsembleSpec& spec) {
  std::size_t all = 0;
  for (const auto& block : spec.vary) {
    std::size_t count = 1;
    for (const VariedParameter& parameter : block) {
      count *= parameter.values.size();
      if (all + count > max_members)
        throw Error(vary_problem(fmt::format("the ensemble has more than {} members", max_members),
                                 parameter.where));
    }
    all += count;
  }
}

// The combinations of one block, the last parameter fastest.
std::vector<std::vector<std::string>> combinations(const std::vector<VariedParameter>& block) {
  std::vector<std::vector<std::string>> sets{{}};
  for (const VariedParameter& parameter : block) {
    std::vector<std::vector<std::string>> longer;
    for (const auto& set : sets)
      for (const VariedValue& value : parameter.values) {
        longer.push_back(set);
        longer.back().push_back(parameter.key + "=" + value.text);
      }
    sets = std::move(longer);
  }
  return sets;
}

// A parameter has one column in the table, and its values are those of one parameter.
void check_keys_agree(const EnsembleSpec& spec, std::vector<Problem>& problems) {
  std::map<std::string, std::string> written;
  for (const auto& block : spec.vary)
    for (const VariedParameter& parameter : block) {
      const std::string& first =
          written.emplace(canonical_key(parameter.key), parameter.key).first->second;
      if (first == parameter.key) continue;
      problems.push_back(
          vary_problem(parameter.key + " is called " + first + " before", parameter.where));
      problems.back().help = "write " + first + " here, too";
    }
}

}  // namespace

std::string canonical_key(std::string key) {
  for (std::size_t at; (at = key.find("::")) != key.npos;) key.replace(at, 2, ".");
  return key;
}

bool same_parameter(const std::string& a, const std::string& b) {
  return canonical_key(a) == canonical_key(b);
}

void read_varied(const Node& node, EnsembleSpec& spec, std::vector<Problem>& problems) {
  const auto read = [&](const Node& block, const std::string& name) {
    if (block.is_map() && block.children.empty())
      problems.push_back(vary_problem(name + " contains no parameters", block.where));
    else if (is_map(block, name, problems))
      spec.vary.push_back(read_block(block, problems));
  };
  if (node.is_map()) return read(node, "vary");
  if (!is_list(node, "vary", problems)) return;
  for (const Node& block : node.children) read(block, "an entry of vary");
  check_keys_agree(spec, problems);
}

std::vector<std::string> varied_keys(const EnsembleSpec& spec) {
  std::vector<std::string> keys;
  for (const auto& block : spec.vary)
    for (const VariedParameter& parameter : block)
      if (std::find(keys.begin(), keys.end(), parameter.key) == keys.end())
        keys.push_back(parameter.key);
  return keys;
}

std::vector<Member> members_of(const EnsembleSpec& spec) {
  require_few(spec);
  std::vector<Member> members;
  std::set<std::vector<std::string>> known;
  const MemberNames names(varied_keys(spec));
  for (const auto& block : spec.vary)
    for (const auto& set : combinations(block)) {
      if (!known.insert(set).second) continue;
      members.push_back({int(members.size()), names.of(set), set});
    }
  return members;
}

}  // namespace cardon
