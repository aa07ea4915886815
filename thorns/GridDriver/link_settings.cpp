// SPDX-License-Identifier: Apache-2.0
#include "link_settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <cardon/plan/link_cost.hpp>
#include <cardon/services/node_reading.hpp>
#include <functional>
#include <optional>
#include <sstream>

#include "grid_parameters.hpp"

namespace cardon::grid_driver {
namespace {

constexpr const char* ghost_parameter = "driver.ghost_zones";
constexpr int max_layers = 4096;  // plans of more take minutes

std::vector<std::string> names_of(const std::vector<LinkChoice>& links) {
  std::vector<std::string> names;
  for (const LinkChoice& link : links) names.push_back(link.name);
  return names;
}

Problem no_such_link(const Node& member, const std::string& parameter,
                     const std::vector<LinkChoice>& links) {
  Problem problem;
  problem.slug = "driver/no-such-link";
  problem.message = fmt::format("there is no wide-area link {} for {}", member.key, parameter);
  problem.where = member.key_where;
  problem.notes = {links.empty() ? "there is one site, and no wide-area link"
                                 : fmt::format("links: {}", fmt::join(names_of(links), ", "))};
  problem.help =
      "name a link by its two sites, such as a-b, in the order of the list of sites; the ghost "
      "zones "
      "between the blocks of a site are those of intra";
  return problem;
}

using Apply = std::function<void(const Node& value, LinkChoice& link)>;

// A value for all links, or a map from links to values.
void apply(const Node& node, const std::string& parameter, std::vector<LinkChoice>& links,
           std::vector<Problem>& problems, const Apply& apply_one) {
  const auto guarded = [&](const Node& value, LinkChoice& link) {
    try {
      apply_one(value, link);
    } catch (const Error& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  };
  // Of one site it is the depth between blocks: read_site_depth().
  if (!node.is_map() && links.empty() && parameter == ghost_parameter) return;
  if (!node.is_map()) {
    LinkChoice unused;  // the value is looked at even where there is no link
    // One link speaks for all: a wrong value is wrong for each.
    const std::size_t before = problems.size();
    guarded(node, links.empty() ? unused : links.front());
    for (std::size_t n = 1; n < links.size() && problems.size() == before; ++n)
      apply_one(node, links[n]);
    return;
  }
  for (const Node& member : node.children) {
    if (member.key == intra && parameter == ghost_parameter) continue;
    const auto link = std::find_if(links.begin(), links.end(),
                                   [&](const LinkChoice& l) { return l.name == member.key; });
    if (link == links.end())
      problems.push_back(no_such_link(member, parameter, links));
    else
      guarded(member, *link);
  }
}

// "every 4 steps"; 0 if the text is something else. Throws Error for other numbers of steps.
int steps_of(const Node& node) {
  if (!node.is_scalar()) return 0;
  std::istringstream text(node.text);
  std::string every, steps, unit, rest;
  if (!(text >> every >> steps >> unit) || every != "every" || (text >> rest)) return 0;
  if (unit != "steps" && unit != "step") return 0;
  Node number = node;
  number.text = steps;
  return int(read_integer(number, "driver.ghost_zones, every N steps,", between(1, max_layers)));
}

int read_layers(const Node& node, int radius, const std::string& where) {
  const int depth = int(read_integer(node, "driver.ghost_zones", between(1, max_layers)));
  if (depth >= radius) return depth;
  Problem problem;
  problem.slug = "grid/ghost-zones";
  problem.message =
      fmt::format("{} {} needed {}, but driver.ghost_zones is {}", counted(radius, "ghost layer"),
                  radius == 1 ? "is" : "are", where, depth);
  problem.where = node.where;
  problem.notes = {fmt::format("the widest stencil reaches {}", counted(radius, "point"))};
  problem.help = fmt::format("raise it to {} or more, or leave it out", radius);
  throw Error(problem);
}

int read_depth(const Node& node, const Program& program, int axis) {
  if (const int steps = steps_of(node)) return depth_for_steps(program, axis, steps);
  return read_layers(node, program.grid.radius[std::size_t(axis)],
                     fmt::format("across {}", "xyz"[axis]));
}

int max_radius(const Program& program) {
  return *std::max_element(program.grid.radius.begin(), program.grid.radius.end());
}

// Blocks may meet in any direction.
int read_depth_inside(const Node& node, const Program& program) {
  if (is_automatic(node)) return max_radius(program);
  const int steps = steps_of(node);
  if (steps == 0) return read_layers(node, max_radius(program), "between blocks");
  int depth = 0;
  for (int d = 0; d < program.grid.dimensions; ++d)
    depth = std::max(depth, depth_for_steps(program, d, steps));
  return depth;
}

std::optional<Node> site_value(const ParameterSet& parameters, bool one_site) {
  if (!parameters.has(section, ghost_zones)) return std::nullopt;
  const Node node = parameters.get<Node>(section, ghost_zones);
  if (!node.is_map()) return one_site ? std::optional(node) : std::nullopt;
  const Node* inside = node.find(intra);
  return inside != nullptr ? std::optional(*inside) : std::nullopt;
}

std::vector<CodecName> read_chain(const Node& node, const CodecFactory& codec) {
  std::vector<CodecName> names;
  const auto add = [&](const Node& word) {
    const std::string text = read_text(word, "driver.compression");
    if (text != "none") names.push_back(codec_name(text, word.where));
  };
  if (node.is_list())
    for (const Node& word : node.children) add(word);
  else
    add(node);
  check_codec_chain(names, codec);
  return names;
}

}  // namespace

std::vector<LinkChoice> read_link_settings(const ParameterSet& parameters, const Program& program,
                                           const std::vector<SiteLink>& links, int axis,
                                           const CodecFactory& codec,
                                           std::vector<Problem>& problems) {
  std::vector<LinkChoice> choices;
  for (const SiteLink& link : links) {
    LinkChoice& choice = choices.emplace_back();
    choice.name = link.name;
    choice.settings.depth = program.grid.radius[std::size_t(axis)];
  }
  if (parameters.has(section, ghost_zones))
    apply(parameters.get<Node>(section, ghost_zones), ghost_parameter, choices, problems,
          [&](const Node& value, LinkChoice& link) {
            link.free_depth = is_automatic(value);
            if (!link.free_depth) link.settings.depth = read_depth(value, program, axis);
          });
  if (parameters.has(section, compression))
    apply(parameters.get<Node>(section, compression), "driver.compression", choices, problems,
          [&](const Node& value, LinkChoice& link) {
            link.free_codecs = is_automatic(value);
            if (!link.free_codecs)
              link.settings.codecs[0] = link.settings.codecs[1] = read_chain(value, codec);
          });
  return choices;
}

int read_site_depth(const ParameterSet& parameters, const Program& program, bool one_site,
                    std::vector<Problem>& problems) {
  const std::optional<Node> value = site_value(parameters, one_site);
  if (!value) return max_radius(program);
  try {
    return read_depth_inside(*value, program);
  } catch (const Error& error) {
    problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    return max_radius(program);
  }
}

bool is_site_depth_free(const ParameterSet& parameters) {
  const std::optional<Node> value = site_value(parameters, true);
  return !value || is_automatic(*value);
}

}  // namespace cardon::grid_driver
