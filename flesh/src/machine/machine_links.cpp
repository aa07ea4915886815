// SPDX-License-Identifier: Apache-2.0
#include "machine/machine_links.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/services/node_reading.hpp>

#include "base/suggest.hpp"
#include "machine/link_ranges.hpp"
#include "machine/node_form.hpp"

namespace cardon {
namespace {

class LinkReader {
 public:
  LinkReader(MachineSpec& spec, GivenLinkFigures& figures, std::vector<Problem>& problems)
      : spec_(spec), figures_(figures), problems_(problems) {
    for (const auto& site : spec.sites) names_.push_back(site.name);
  }

  void read(const Node& node) {
    if (!is_map(node, "an entry of machine.links", problems_)) return;
    check_keys(node, "machine.links", {"between", "latency", "bandwidth", "packing"}, problems_);
    const Node* between = node.find("between");
    if (!between) return complain(node.where, "a link has no key between");
    SiteLink link;
    attempt(problems_, [&] { read_ends(*between, link); });
    for (const Node& member : node.children) attempt(problems_, [&] { read_figure(member, link); });
    if (link.name.empty()) return;
    for (const SiteLink& other : spec_.links)
      if (other.name == link.name)
        complain(between->where, fmt::format("the link {} is described twice", link.name));
    spec_.links.push_back(link);
  }

 private:
  Problem problem(const Location& where, std::string message) const {
    return {.slug = "machine/link",
            .message = std::move(message),
            .where = where,
            .notes = {fmt::format("sites are: {}", fmt::join(names_, ", "))},
            .help =
                "write for example links: [{between: [a, b], latency: 37.5 ms, bandwidth: 3 "
                "MB/s}]"};
  }
  void complain(const Location& where, std::string message) {
    problems_.push_back(problem(where, std::move(message)));
  }

  int site(const Node& node) const {
    const std::string name = read_text(node, "machine.links.between");
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found != names_.end()) return int(found - names_.begin());
    Problem p = problem(node.where, fmt::format("there is no site {}", name));
    p.hint = did_you_mean(name, names_);
    throw Error(std::move(p));
  }

  void read_ends(const Node& between, SiteLink& link) const {
    if (!between.is_list() || between.children.size() != 2)
      throw Error(problem(between.where, "machine.links.between must be a pair of sites"));
    int a = site(between.children[0]), b = site(between.children[1]);
    if (a == b) throw Error(problem(between.where, "a link joins two different sites"));
    if (a > b) std::swap(a, b);
    const int last = int(names_.size()) - 1;
    if (b - a != 1 && !(a == 0 && b == last)) {
      Problem p =
          problem(between.where, fmt::format("{} and {} are not neighbours in the list of "
                                             "sites",
                                             names_[std::size_t(a)], names_[std::size_t(b)]));
      p.notes.push_back(
          "sites form a chain in this order; the last and the first may be joined too");
      throw Error(std::move(p));
    }
    link.sites[0] = a;
    link.sites[1] = b;
    link.name = fmt::format("{}-{}", names_[std::size_t(a)], names_[std::size_t(b)]);
  }

  void read_figure(const Node& member, SiteLink& link) {
    if (member.key == "latency") {
      link.latency = read_real(member, "machine.links.latency", "s", possible_delay);
      figures_.latency.insert(link.name);
    } else if (member.key == "bandwidth") {
      link.bandwidth = read_real(member, "machine.links.bandwidth", "B/s", possible_bandwidth);
      figures_.bandwidth.insert(link.name);
    } else if (member.key == "packing") {
      link.packing = read_real(member, "machine.links.packing", "", non_negative);
    }
  }

  MachineSpec& spec_;
  GivenLinkFigures& figures_;
  std::vector<Problem>& problems_;
  std::vector<std::string> names_;
};

}  // namespace

std::vector<std::string> GivenLinkFigures::incomplete(const MachineSpec& spec) const {
  std::set<std::string> needed;
  for (std::size_t s = 0; s + 1 < spec.sites.size(); ++s)
    needed.insert(spec.sites[s].name + "-" + spec.sites[s + 1].name);
  for (const SiteLink& link : spec.links) needed.insert(link.name);
  std::vector<std::string> missing;
  for (const std::string& name : needed)
    if (!latency.contains(name) || !bandwidth.contains(name)) missing.push_back(name);
  return missing;
}

GivenLinkFigures read_links(const Node& list, MachineSpec& spec, std::vector<Problem>& problems) {
  GivenLinkFigures figures;
  if (!is_list(list, "machine.links", problems)) return figures;
  if (spec.sites.empty()) {
    problems.push_back({.slug = "machine/link",
                        .message = "machine.links needs machine.sites",
                        .where = list.key_where,
                        .help = "list the sites that the links join"});
    return figures;
  }
  LinkReader reader(spec, figures, problems);
  for (const Node& node : list.children) reader.read(node);
  return figures;
}

}  // namespace cardon
