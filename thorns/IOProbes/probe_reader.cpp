// SPDX-License-Identifier: Apache-2.0
#include "probe_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <cardon/kit/interpolation/interpolation_checks.hpp>
#include <cardon/services/node_reading.hpp>
#include <set>
#include <utility>

namespace cardon {
namespace {

constexpr int max_line_length = 100000;

Problem problem(const std::string& slug, const std::string& message, const Location& where,
                const std::string& help) {
  return {.slug = slug, .message = message, .where = where, .help = help};
}

bool is_plain(const std::string& name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '+';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), plain);
}

class Reader {
 public:
  Reader(const SectionValues& values, const Grid& grid, std::vector<Problem>& problems)
      : values_(values), grid_(grid), problems_(problems) {}

  std::vector<Probe> run() {
    if (values_.has("points")) attempt([this] { read_points(values_.get<Node>("points")); });
    if (values_.has("line")) {
      const Node line = values_.get<Node>("line");
      for (const Node& one : line.is_list() ? line.children : std::vector<Node>{line})
        attempt([&] { read_line(one); });
    }
    refuse_no_positions();
    check_names();
    return std::move(probes_);
  }

 private:
  // What is wrong in one place does not hide what is wrong in others.
  template <class Work>
  void attempt(Work&& work) {
    try {
      work();
    } catch (const Error& error) {
      problems_.insert(problems_.end(), error.problems().begin(), error.problems().end());
    }
  }

  // Empty lists too would give a table without columns.
  void refuse_no_positions() {
    const bool points = values_.has("points"), line = values_.has("line");
    if (points && !is_empty(values_.get<Node>("points"))) return;
    if (line && !(values_.get<Node>("line").is_list() && is_empty(values_.get<Node>("line"))))
      return;
    problems_.push_back(problem("output/no-points",
                                points || line ? "output.probes contains no positions"
                                               : "output.probes has neither points nor line",
                                values_.where(points ? "points"
                                              : line ? "line"
                                                     : ""),
                                "such as points: {middle: [0, 0, 0]}"));
  }

  static bool is_empty(const Node& node) {
    return (node.is_list() || node.is_map()) && node.children.empty();
  }

  void read_points(const Node& node) {
    if (!node.is_list() && !node.is_map())
      throw Error(problem("parameter/wrong-type", "output.probes.points must be a list or a map",
                          node.where, "such as [[0, 0, 0], [1, 0, 0]], or {west: [0, 0, 0]}"));
    for (const Node& one : node.children)
      attempt([&] {
        const std::string name = node.is_map() ? one.key : next_name("p");
        if (node.is_map()) check_plain(name, one.key_where);
        const Vec3 at = position(one, "output.probes.points");
        check_inside(grid_, at, "probe " + name, one.where, problems_);
        probes_.push_back({name, at, node.is_map() ? one.key_where : one.where});
      });
  }

  void read_line(const Node& node) {
    const std::string owner = "output.probes.line";
    if (!node.is_map())
      throw Error(problem("parameter/wrong-type", owner + " must be a map", node.where,
                          "such as {from: [0, 0, 0], to: [1, 0, 0], count: 64}"));
    for (const Node& member : node.children)
      if (member.key != "from" && member.key != "to" && member.key != "count" &&
          member.key != "name")
        throw Error(unknown_key(member, owner, {"from", "to", "count", "name"}));
    for (const char* key : {"from", "to", "count"})
      if (node.find(key) == nullptr)
        throw Error(problem("parameter/wrong-type", fmt::format("{} has no {}", owner, key),
                            node.where, "give from, to and count"));
    const Vec3 from = position(*node.find("from"), owner + ".from");
    const Vec3 to = position(*node.find("to"), owner + ".to");
    const int count =
        int(read_integer(*node.find("count"), owner + ".count", between(2, max_line_length)));
    const Node* name = node.find("name");
    const std::string stem = name != nullptr ? read_text(*name, owner + ".name") : "p";
    const Location& where = name != nullptr ? name->where : node.where;
    check_plain(stem, where);
    check_inside(grid_, from, "the start of a line", node.find("from")->where, problems_);
    check_inside(grid_, to, "the end of a line", node.find("to")->where, problems_);
    for (int n = 0; n < count; ++n)
      probes_.push_back({next_name(stem), between_ends(from, to, n, count), where});
  }

  static Vec3 between_ends(const Vec3& from, const Vec3& to, int n, int count) {
    Vec3 position = to;
    if (n == count - 1) return position;
    for (int d = 0; d < 3; ++d) position[d] = from[d] + (to[d] - from[d]) * n / (count - 1);
    return position;
  }

  Vec3 position(const Node& node, const std::string& name) const {
    Vec3 position;
    const bool single = node.is_scalar() && grid_.dimensions == 1;
    const auto given = single ? std::size_t{1} : node.children.size();
    if ((!node.is_list() && !single) || given != std::size_t(grid_.dimensions))
      throw Error(
          problem("output/wrong-length",
                  fmt::format("a place has {}, but the grid has {}", counted(given, "coordinate"),
                              counted(grid_.dimensions, "direction")),
                  node.where, "give one coordinate per direction"));
    for (int d = 0; d < grid_.dimensions; ++d)
      position[d] =
          read_real(single ? node : node.children[std::size_t(d)], name, grid_.length_unit);
    return position;
  }

  std::string next_name(const std::string& stem) {
    return fmt::format("{}{}", stem, ++numbers_[stem]);
  }

  static void check_plain(const std::string& name, const Location& where) {
    if (!is_plain(name))
      throw Error(problem("output/probe-name", fmt::format("a probe cannot be called '{}'", name),
                          where, "use letters, digits, _, - and +"));
  }

  void check_names() {
    std::set<std::string> names;
    std::set<std::pair<int, int>> told;  // one of a line is enough
    for (const Probe& probe : probes_)
      if (!names.insert(probe.name).second &&
          told.emplace(probe.where.line, probe.where.column).second)
        problems_.push_back(problem("output/probe-name",
                                    fmt::format("two probes are called {}", probe.name),
                                    probe.where, "give one of them another name"));
  }

  const SectionValues& values_;
  const Grid& grid_;
  std::vector<Problem>& problems_;
  std::vector<Probe> probes_;
  std::map<std::string, int> numbers_;  // of the last probe with a stem
};

}  // namespace

std::vector<Probe> read_probes(const SectionValues& values, const Grid& grid,
                               std::vector<Problem>& problems) {
  return Reader(values, grid, problems).run();
}

}  // namespace cardon
