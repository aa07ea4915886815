// SPDX-License-Identifier: Apache-2.0
// cardon probe
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cardon/kit/collective_or_throw.hpp>
#include <cardon/kit/text_file.hpp>
#include <cardon/services/node_reading.hpp>
#include <cardon/services/transport_facts.hpp>
#include <nlohmann/json.hpp>

#include "base/printable.hpp"
#include "console/print_text.hpp"
#include "input_arguments.hpp"
#include "probe/figures.hpp"
#include "probe/machine_report.hpp"
#include "registry/thorn_library.hpp"
#include "session/session.hpp"
#include "table.hpp"
#include "verb.hpp"

namespace cardon::cli {
namespace {

using Json = nlohmann::ordered_json;
using Setting = TransportFacts::Setting;

Table hosts_table(const MachineReport& report) {
  Table table({"host", "ranks", "cores", "GPUs"});
  for (const auto& host : report.hosts)
    table.add({host.name, ranks_text(host.ranks), std::to_string(host.cores),
               host.gpus > 0 ? std::to_string(host.gpus) : "none seen"});
  return table;
}

Table sites_table(const Machine& machine) {
  Table table({"site", "ranks", "hosts"});
  for (const Site& site : machine.sites)
    table.add({site.name, ranks_text(site.ranks), fmt::format("{}", fmt::join(site.hosts, ", "))});
  return table;
}

Table pairs_table(const std::string& heading, const std::vector<MachineReport::Pair>& pairs,
                  const std::function<std::string(int)>& name) {
  Table table({heading, "latency", "bandwidth"});
  for (const auto& pair : pairs)
    table.add({name(pair.a) + "-" + name(pair.b), latency_text(pair.latency),
               bandwidth_text(pair.bandwidth)});
  return table;
}

void print_settings(const std::string& heading, const std::vector<Setting>& settings) {
  if (settings.empty()) return;
  Table table({heading, "value"});
  for (const auto& [name, value] : settings) table.add({name, value.empty() ? "-" : value});
  print_text(fmt::format("\n{}", table.text()));
}

void print_report(const MachineReport& report) {
  const Machine& machine = report.machine;
  print_line(report.transport);
  print_text(fmt::format("\n{}\n{}", hosts_table(report).text(), sites_table(machine).text()));
  print_line(fmt::format("known from {}", machine.source));
  if (!report.site_pairs.empty())
    print_text(fmt::format("\n{}", pairs_table("between sites", report.site_pairs, [&](int site) {
                                     return machine.sites[std::size_t(site)].name;
                                   }).text()));
  if (!report.rank_pairs.empty())
    print_text(fmt::format("\n{}", pairs_table("between ranks", report.rank_pairs, [](int rank) {
                                     return std::to_string(rank);
                                   }).text()));
  if (report.ranks == 1)
    print_text("\nOne rank has no links: mpirun -n 2 cardon probe measures between two.\n");
  print_settings("setting of the transport", report.settings);
  print_settings("setting of the system", report.system);
}

Json pairs_json(const std::vector<MachineReport::Pair>& pairs,
                const std::function<Json(int)>& name) {
  Json list = Json::array();
  for (const auto& pair : pairs)
    list.push_back({{"between", {name(pair.a), name(pair.b)}},
                    {"latency_seconds", pair.latency},
                    {"bytes_per_second", pair.bandwidth}});
  return list;
}

Json settings_json(const std::vector<Setting>& settings) {
  Json object = Json::object();
  for (const auto& [name, value] : settings) object[name] = value;
  return object;
}

void print_json(const MachineReport& report) {
  const Machine& machine = report.machine;
  Json hosts = Json::array(), sites = Json::array();
  for (const auto& host : report.hosts)
    hosts.push_back(
        {{"name", host.name}, {"ranks", host.ranks}, {"cores", host.cores}, {"gpus", host.gpus}});
  for (const Site& site : machine.sites)
    sites.push_back({{"name", site.name}, {"ranks", site.ranks}, {"hosts", site.hosts}});
  const Json json = {
      {"ranks", report.ranks},
      {"transport", report.transport},
      {"hosts", hosts},
      {"sites", sites},
      {"known_from", machine.source},
      {"between_sites",
       pairs_json(report.site_pairs,
                  [&](int site) { return Json(machine.sites[std::size_t(site)].name); })},
      {"between_ranks", pairs_json(report.rank_pairs, [](int rank) { return Json(rank); })},
      {"transport_settings", settings_json(report.settings)},
      {"system_settings", settings_json(report.system)}};
  print_text(json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n");
}

class ProbeVerb : public Verb {
 public:
  std::string name() const override { return "probe"; }
  std::string summary() const override {
    return "Measure hosts, sites, latency and bandwidth, and write a machine file";
  }
  std::vector<std::string> examples() const override {
    return {"cardon probe", "mpirun -n 2 cardon probe --write machine.yaml"};
  }
  void declare(CLI::App& app) override {
    app.add_option("--write", write_, "Write the result as a machine file for machine:")
        ->type_name("FILE");
    app.add_option("--threshold", threshold_,
                   "Hosts with less latency between them are one site; default 1 ms")
        ->type_name("TIME");
    app.add_flag("--json", json_, "Print JSON");
    add_thorn_path(app, thorn_path_);
  }
  bool runs_on_all_ranks() const override { return true; }
  int execute() override {
    const Real threshold = read_real(Node::scalar(threshold_), "--threshold", "s", positive);
    std::vector<Problem> problems;
    const ThornLibrary library = load_thorns(ThornPath(thorn_path_, {}), {}, problems);
    if (!problems.empty()) throw Error(problems);
    const std::shared_ptr<Transport> transport = make_transport(library.catalogue);
    return with_transport(transport, [&] { return probe(*transport, library, threshold); });
  }

 private:
  int probe(Transport& transport, const ThornLibrary& library, Real threshold) const {
    std::shared_ptr<TransportFacts> facts;
    const std::string& name = transport_entry(library.catalogue).service.name;
    if (library.catalogue.find(role_name<TransportFacts>, name))
      facts = library.catalogue.make<TransportFacts>(name);
    const MachineReport report = probe_machine(transport, facts.get(), threshold);
    if (!write_.empty())
      collective_or_throw(transport, [&] {
        if (transport.rank() == 0) write(report);
      });
    if (transport.rank() > 0) return exit_finished;
    json_ ? print_json(report) : print_report(report);
    if (!write_.empty() && !json_) print_text(fmt::format("\nwritten to {}\n", printable(write_)));
    return exit_finished;
  }

  void write(const MachineReport& report) const {
    try {
      replace_file(write_, report.yaml());
    } catch (const Error& error) {
      std::vector<Problem> problems = error.problems();
      for (Problem& problem : problems) problem.help = "choose another file with --write";
      throw Error(std::move(problems), error.exit_code());
    }
  }

  std::string write_, threshold_ = "1 ms";
  std::vector<std::string> thorn_path_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_probe_verb() { return std::make_unique<ProbeVerb>(); }

}  // namespace cardon::cli
