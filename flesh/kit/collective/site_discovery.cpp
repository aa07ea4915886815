// SPDX-License-Identifier: Apache-2.0
#include "collective/site_discovery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/gather_number.hpp"
#include "collective/latency_probe.hpp"

namespace cardon {
namespace {

struct Host {
  std::string name;
  std::vector<int> ranks;
};

/// In the order of their first ranks.
std::vector<Host> group_by_name(const std::vector<std::string>& names) {
  std::vector<Host> hosts;
  std::map<std::string, std::size_t> index;
  for (std::size_t rank = 0; rank < names.size(); ++rank) {
    const auto [entry, is_new] = index.try_emplace(names[rank], hosts.size());
    if (is_new) hosts.push_back({names[rank], {}});
    hosts[entry->second].ranks.push_back(int(rank));
  }
  return hosts;
}

std::string letter_name(std::size_t number) {
  return number < 26 ? std::string(1, char('a' + number)) : fmt::format("site{}", number + 1);
}

void join(Site& site, const Host& host) {
  site.hosts.push_back(host.name);
  site.ranks.insert(site.ranks.end(), host.ranks.begin(), host.ranks.end());
  std::sort(site.ranks.begin(), site.ranks.end());
}

/// Hosts that found no site so far, and what lies between their first ranks and earlier sites.
class Search {
 public:
  Search(std::vector<Host> hosts, Real threshold, Transport& transport)
      : left_(std::move(hosts)), threshold_(threshold), transport_(transport) {}

  bool done() const { return left_.empty(); }

  /// The first host that is left and all that are near it.
  Site next(std::size_t number) {
    const Host leader = left_.front();
    left_.erase(left_.begin());
    Site site;
    site.name = letter_name(number);
    join(site, leader);
    std::vector<int> peers;
    for (const Host& host : left_) peers.push_back(host.ranks[0]);
    if (peers.empty()) return site;
    const Real mine = probe_latency(transport_, leader.ranks[0], peers, threshold_);
    const std::vector<double> latency = gather_number(mine, transport_);
    std::vector<Host> far;
    for (const Host& host : left_) {
      const Real seconds = latency[std::size_t(host.ranks[0])];
      if (seconds < threshold_) {
        join(site, host);
        continue;
      }
      seconds_[{number, host.name}] = seconds;
      far.push_back(host);
    }
    left_ = std::move(far);
    return site;
  }

  /// Between the first host of an earlier site and the hosts of a later one.
  Real latency(std::size_t site, const Site& later) const {
    Real shortest = 0;
    for (const std::string& host : later.hosts)
      if (const auto found = seconds_.find({site, host}); found != seconds_.end())
        shortest = shortest > 0 ? std::min(shortest, found->second) : found->second;
    return shortest;
  }

 private:
  std::vector<Host> left_;
  Real threshold_;
  Transport& transport_;
  std::map<std::pair<std::size_t, std::string>, Real> seconds_;
};

void find_by_latency(Machine& machine, std::vector<Host> hosts, Real threshold,
                     Transport& transport) {
  Search search(std::move(hosts), threshold, transport);
  while (!search.done()) machine.sites.push_back(search.next(machine.sites.size()));
  machine.links = neighbour_links(machine.sites);
  for (SiteLink& link : machine.links) {
    link.latency =
        search.latency(std::size_t(link.sites[0]), machine.sites[std::size_t(link.sites[1])]);
  }
  machine.source = fmt::format("latency, threshold {:.3g} ms", 1e3 * threshold);
}

}  // namespace

std::vector<SiteLink> neighbour_links(const std::vector<Site>& sites) {
  std::vector<SiteLink> links;
  const int n = int(sites.size());
  const auto add = [&](int a, int b) {
    SiteLink link;
    link.name = sites[std::size_t(a)].name + "-" + sites[std::size_t(b)].name;
    link.sites[0] = a;
    link.sites[1] = b;
    links.push_back(link);
  };
  for (int s = 0; s + 1 < n; ++s) add(s, s + 1);
  if (n > 2) add(0, n - 1);
  return links;
}

Machine discover_sites(const std::vector<std::string>& names, std::optional<Real> threshold,
                       Transport& transport) {
  Machine machine;
  machine.source = "host names";
  std::vector<Host> hosts = group_by_name(names);
  if (threshold && hosts.size() > 1) {
    find_by_latency(machine, std::move(hosts), *threshold, transport);
    return machine;
  }
  for (const Host& host : hosts) {
    Site site;
    site.name = letter_name(machine.sites.size());
    join(site, host);
    machine.sites.push_back(std::move(site));
  }
  machine.links = neighbour_links(machine.sites);
  return machine;
}

}  // namespace cardon
