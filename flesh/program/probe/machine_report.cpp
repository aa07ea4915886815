// SPDX-License-Identifier: Apache-2.0
#include "probe/machine_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/gather_number.hpp"
#include "base/host_names.hpp"
#include "collective/latency_probe.hpp"
#include "collective/site_discovery.hpp"
#include "parameters/yaml_text.hpp"
#include "probe/bandwidth_probe.hpp"

namespace cardon {
namespace {

using nlohmann::json;
using Setting = TransportFacts::Setting;

constexpr int few_sites = 6, few_ranks = 6;

int gpus_here() {
  int count = 0;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/dev", ignored)) {
    const std::string name = entry.path().filename();
    const std::string stem = "nvidia";
    if (name.size() > stem.size() && name.starts_with(stem) &&
        std::all_of(name.begin() + long(stem.size()), name.end(),
                    [](char c) { return c >= '0' && c <= '9'; }))
      ++count;
  }
  return count;
}

std::vector<MachineReport::Host> gather_hosts(Transport& transport,
                                              std::vector<std::string>& names) {
  const json mine = {host_name(), std::thread::hardware_concurrency(), gpus_here()};
  std::vector<MachineReport::Host> hosts;
  for (const std::string& text : gather_text(mine.dump(), transport)) {
    const json theirs = json::parse(text);
    const std::string name = theirs[0];
    const auto same = [&](const MachineReport::Host& host) { return host.name == name; };
    auto host = std::find_if(hosts.begin(), hosts.end(), same);
    if (host == hosts.end()) host = hosts.insert(host, {name, {}, theirs[1], theirs[2]});
    host->ranks.push_back(int(names.size()));
    names.push_back(name);
  }
  return hosts;
}

/// The same on all ranks; no other pair is measured meanwhile.
MachineReport::Pair measure(Transport& transport, int a, int b, Real threshold) {
  MachineReport::Pair pair{a, b, 0, 0};
  const Real mine = probe_latency(transport, a, {b}, threshold);
  pair.latency = gather_number(mine, transport)[std::size_t(b)];
  Real there = 0, back = 0;
  if (transport.rank() == a || transport.rank() == b) {
    there = probe_bandwidth(transport, a, b, pair.latency);
    back = probe_bandwidth(transport, b, a, pair.latency);
  }
  pair.bandwidth = std::min(gather_number(there, transport)[std::size_t(a)],
                            gather_number(back, transport)[std::size_t(b)]);
  return pair;
}

void measure_sites(MachineReport& report, Transport& transport, Real threshold) {
  Machine& machine = report.machine;
  const int sites = int(machine.sites.size());
  const auto first_rank = [&](int site) { return machine.sites[std::size_t(site)].ranks[0]; };
  for (int a = 0; a < sites; ++a)
    for (int b = a + 1; b < sites; ++b) {
      if (sites > few_sites && !machine.link(a, b)) continue;
      MachineReport::Pair pair = measure(transport, first_rank(a), first_rank(b), threshold);
      pair.a = a;
      pair.b = b;
      report.site_pairs.push_back(pair);
      for (SiteLink& link : machine.links)
        if (link.sites[0] == a && link.sites[1] == b) {
          link.latency = pair.latency;
          link.bandwidth = pair.bandwidth;
        }
    }
}

void measure_ranks(MachineReport& report, Transport& transport, Real threshold) {
  if (report.ranks > few_ranks) return;
  for (const Site& site : report.machine.sites)
    for (std::size_t a = 0; a < site.ranks.size(); ++a)
      for (std::size_t b = a + 1; b < site.ranks.size(); ++b)
        report.rank_pairs.push_back(measure(transport, site.ranks[a], site.ranks[b], threshold));
}

std::vector<Setting> system_settings() {
  std::vector<Setting> list;
  for (const char* name : {"tcp_congestion_control", "tcp_rmem", "tcp_wmem", "tcp_retries2"}) {
    std::ifstream file(std::string("/proc/sys/net/ipv4/") + name);
    std::string value;
    if (!std::getline(file, value)) continue;
    std::replace(value.begin(), value.end(), '\t', ' ');
    list.emplace_back(name, value);
  }
  return list;
}

}  // namespace

MachineReport probe_machine(Transport& transport, const TransportFacts* facts, Real threshold) {
  MachineReport report;
  report.ranks = transport.size();
  report.transport = transport.describe();
  std::vector<std::string> names;
  report.hosts = gather_hosts(transport, names);
  report.machine = discover_sites(names, threshold, transport);
  measure_sites(report, transport, threshold);
  measure_ranks(report, transport, threshold);
  if (facts) report.settings = facts->settings();
  report.system = system_settings();
  return report;
}

std::string MachineReport::yaml() const {
  std::string text = fmt::format("# Written by cardon probe on {} rank{}; sites by {}.\nsites:\n",
                                 ranks, ranks > 1 ? "s" : "", machine.source);
  for (const Site& site : machine.sites) {
    std::string hosts;
    for (const std::string& host : site.hosts)
      hosts += (hosts.empty() ? "" : ", ") + yaml_scalar(host);
    text += fmt::format("  - {{name: {}, hosts: [{}]}}\n", site.name, hosts);
  }
  if (!machine.links.empty()) text += "links:\n";
  for (const SiteLink& link : machine.links)
    text += fmt::format("  - {{between: [{}, {}], latency: {:.4g} ms, bandwidth: {:.4g} MB/s}}\n",
                        machine.sites[std::size_t(link.sites[0])].name,
                        machine.sites[std::size_t(link.sites[1])].name, 1e3 * link.latency,
                        1e-6 * link.bandwidth);
  return text;
}

}  // namespace cardon
