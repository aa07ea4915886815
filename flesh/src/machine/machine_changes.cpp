// SPDX-License-Identifier: Apache-2.0
#include "machine/machine_changes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/services/node_reading.hpp>

#include "base/suggest.hpp"
#include "machine/link_ranges.hpp"
#include "machine/node_form.hpp"

namespace cardon {
namespace {

Problem problem(const Location& where, std::string message) {
  return {.slug = "machine/emulate",
          .message = std::move(message),
          .where = where,
          .help = "write for example changes: [{after: 10 s, link: a-b, latency: 300 ms}]"};
}

class ChangeReader {
 public:
  ChangeReader(MachineSpec& spec, bool links_known, std::vector<Problem>& problems)
      : spec_(spec), links_known_(links_known), problems_(problems) {
    for (const SiteLink& link : spec.links) names_.push_back(link.name);
  }

  void read(const Node& node) {
    if (!is_map(node, "an entry of machine.emulate.changes", problems_)) return;
    check_keys(node, "machine.emulate.changes", {"after", "link", "latency", "bandwidth"},
               problems_);
    LinkChange change{.latency = -1, .bandwidth = -1};
    for (const Node& member : node.children)
      attempt(problems_, [&] { read_member(member, change); });
    for (const char* key : {"after", "link"})
      if (!node.find(key))
        problems_.push_back(problem(node.where, fmt::format("a change has no key {}", key)));
    if (!node.find("latency") && !node.find("bandwidth"))
      problems_.push_back(problem(node.where, "a change has neither latency nor bandwidth"));
    spec_.emulation.changes.push_back(change);
  }

 private:
  void read_member(const Node& member, LinkChange& change) {
    const std::string name = "machine.emulate.changes." + member.key;
    if (member.key == "after") change.after = read_real(member, name, "s", possible_delay);
    if (member.key == "latency") change.latency = read_real(member, name, "s", possible_delay);
    if (member.key == "bandwidth")
      change.bandwidth = read_real(member, name, "B/s", possible_bandwidth);
    if (member.key == "link") change.link = link(member, read_text(member, name));
  }

  int link(const Node& node, const std::string& name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found != names_.end() || !links_known_) return int(found - names_.begin());
    Problem p = problem(node.where, fmt::format("there is no link {}", name));
    p.hint = did_you_mean(name, names_);
    p.notes = {names_.empty() ? "machine.links describes none"
                              : fmt::format("links are: {}", fmt::join(names_, ", "))};
    throw Error(std::move(p));
  }

  MachineSpec& spec_;
  bool links_known_;
  std::vector<Problem>& problems_;
  std::vector<std::string> names_;
};

}  // namespace

void read_changes(const Node& list, MachineSpec& spec, bool links_known,
                  std::vector<Problem>& problems) {
  if (!is_list(list, "machine.emulate.changes", problems)) return;
  ChangeReader reader(spec, links_known, problems);
  for (const Node& node : list.children) reader.read(node);
  std::stable_sort(spec.emulation.changes.begin(), spec.emulation.changes.end(),
                   [](const LinkChange& a, const LinkChange& b) { return a.after < b.after; });
}

}  // namespace cardon
