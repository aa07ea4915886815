// SPDX-License-Identifier: Apache-2.0
#include "machine/machine_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/services/node_reading.hpp>
#include <filesystem>
#include <numeric>

#include "machine/machine_changes.hpp"
#include "machine/machine_file.hpp"
#include "machine/machine_links.hpp"
#include "machine/machine_sites.hpp"
#include "machine/node_form.hpp"

namespace cardon {
namespace {

void read_emulation(const Node& node, MachineSpec& spec, bool links_known,
                    std::vector<Problem>& problems) {
  Emulation& e = spec.emulation;
  if (!node.is_map()) {
    attempt(problems, [&] { e.active = read_boolean(node, "machine.emulate"); });
    return;
  }
  e.active = true;
  for (const Node& member : node.children)
    attempt(problems, [&] {
      if (member.key == "naive")
        e.naive = read_boolean(member, "machine.emulate.naive");
      else if (member.key == "jitter")
        e.jitter = read_real(member, "machine.emulate.jitter", "s", non_negative);
      else if (member.key == "changes")
        read_changes(member, spec, links_known, problems);
      else
        throw Error(unknown_key(member, "machine.emulate", {"naive", "jitter", "changes"}));
    });
}

void read_axis(const Node& node, MachineSpec& spec, std::vector<Problem>& problems) {
  attempt(problems, [&] {
    spec.axis = read_keyword(node, "machine.axis", {"x", "y", "z"})[0] - 'x';
  });
}

/// `discover` and `threshold` are about sites that are not listed.
void read_discovery(const Node& map, MachineSpec& spec, std::vector<Problem>& problems) {
  const Node *discover = map.find("discover"), *threshold = map.find("threshold");
  attempt(problems, [&] {
    if (discover && read_keyword(*discover, "machine.discover", {"latency", "hosts"}) == "hosts")
      spec.discovery = MachineSpec::Discovery::hosts;
    if (threshold) spec.threshold = read_real(*threshold, "machine.threshold", "s", positive);
  });
  if (map.find("sites")) {
    spec.discovery = MachineSpec::Discovery::none;
    for (const Node* node : {discover, threshold})
      if (node)
        problems.push_back(
            {.slug = "machine/discover",
             .message = fmt::format("machine.{} is for sites that are not listed, but "
                                    "machine.sites lists them",
                                    node->key),
             .where = node->key_where,
             .help = "keep one of them"});
  } else if (threshold && spec.discovery == MachineSpec::Discovery::hosts) {
    problems.push_back({.slug = "machine/discover",
                        .message = "machine.threshold is not used with discover: hosts",
                        .where = threshold->key_where,
                        .help = "write discover: latency, or remove the threshold"});
  }
}

void check_emulation(const Node& map, const MachineSpec& spec, const GivenLinkFigures& figures,
                     std::vector<Problem>& problems) {
  if (!spec.emulation.active) return;
  Problem problem{.slug = "machine/emulate", .where = map.find("emulate")->where};
  problem.help =
      "write for example links: [{between: [a, b], latency: 37.5 ms, bandwidth: 3 MB/s}]";
  if (spec.sites.size() < 2) {
    problem.message = "emulate needs two sites or more";
    problem.notes = {fmt::format("machine.sites lists {}", spec.sites.size())};
    problem.help = "list the sites, such as sites: [{name: a, ranks: 1}, {name: b, ranks: 1}]";
    problems.push_back(std::move(problem));
    return;
  }
  const std::vector<std::string> missing = figures.incomplete(spec);
  if (missing.empty()) return;
  problem.message =
      fmt::format("emulate needs latency and bandwidth of {} {}",
                  missing.size() > 1 ? "the links" : "the link", fmt::join(missing, ", "));
  problems.push_back(std::move(problem));
}

}  // namespace

int MachineSpec::ranks() const {
  return std::accumulate(sites.begin(), sites.end(), 0,
                         [](int sum, const SiteEntry& site) { return sum + site.ranks; });
}

Node with_machine_file(const Node& node, std::string& source, std::vector<Problem>& problems) {
  source = "parameter file";
  const Node* file = node.find("file");
  if (!file) return node;
  if (!file->is_scalar() || file->text.empty()) {
    problems.push_back({.slug = "machine/file",
                        .message = "machine.file must be a path",
                        .where = file->where,
                        .help = "write for example machine: two-sites"});
    return {};
  }
  std::string path;
  Node whole = load_machine_file(*file, path, problems);
  source = std::filesystem::path(path).filename().string();
  if (!whole.is_map()) return {};
  whole.where = node.where;
  whole.key = node.key;
  whole.key_where = node.key_where;
  for (const Node& member : node.children) {
    if (member.key == "file") continue;
    std::erase_if(whole.children, [&](const Node& child) { return child.key == member.key; });
    whole.children.push_back(member);
  }
  return whole;
}

MachineSpec read_machine(const Node& map, std::vector<Problem>& problems) {
  MachineSpec spec;
  spec.given = true;
  spec.where = map.key_where.known() ? map.key_where : map.where;
  if (!is_map(map, "machine", problems)) return spec;
  const std::size_t before = problems.size();
  check_keys(map, "machine", {"sites", "links", "emulate", "axis", "discover", "threshold"},
             problems);
  if (const Node* sites = map.find("sites")) read_sites(*sites, spec, problems);
  GivenLinkFigures figures;
  if (const Node* links = map.find("links")) figures = read_links(*links, spec, problems);
  const bool links_known = problems.size() == before;
  if (const Node* emulate = map.find("emulate"))
    read_emulation(*emulate, spec, links_known, problems);
  if (const Node* axis = map.find("axis")) read_axis(*axis, spec, problems);
  read_discovery(map, spec, problems);
  if (problems.size() == before) check_emulation(map, spec, figures, problems);
  return spec;
}

}  // namespace cardon
