// SPDX-License-Identifier: Apache-2.0
#include "provenance/provenance.hpp"

#include <fmt/chrono.h>

#include <cardon/thorn/version.hpp>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "base/host_names.hpp"
#include "launch/arithmetic.hpp"
#include "parameters/qualified_name.hpp"
#include "provenance/citations.hpp"
#include "provenance/rank_facts.hpp"
#include "restart/stored_parameters.hpp"
#include "restart/time_text.hpp"
#include "tables/data_files.hpp"

namespace cardon {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> names_of(const std::vector<ThornDeclaration>& thorns) {
  std::vector<std::string> names;
  for (const ThornDeclaration& thorn : thorns) names.push_back(thorn.name);
  return names;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(separator, start), text.size());
    parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

/// Thorns that compute nothing themselves: drivers, outputs.
std::vector<std::string> services_of(const std::vector<ThornDeclaration>& thorns) {
  std::vector<std::string> names;
  for (const ThornDeclaration& thorn : thorns)
    if (thorn.tasks.empty() && thorn.fields.empty()) names.push_back(thorn.name);
  return names;
}

/// Arguments of this process; empty where the system does not tell.
std::vector<std::string> command_line() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  return split({std::istreambuf_iterator<char>(file), {}}, '\0');
}

/// No other run has it.
std::string run_id(const std::string& host, std::time_t now) {
  std::random_device random;
  return fmt::format("{}-{:%Y%m%dT%H%M%SZ}-{:08x}", host, fmt::gmtime(now), random());
}

/// Every value with the ranks that have it.
Json by_ranks(const std::vector<std::string>& values) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<int>> ranks;
  for (std::size_t rank = 0; rank < values.size(); ++rank) {
    if (!ranks.contains(values[rank])) order.push_back(values[rank]);
    ranks[values[rank]].push_back(int(rank));
  }
  Json json = Json::object();
  for (const std::string& value : order) json[value] = rank_ranges(ranks[value]);
  return json;
}

Json build_json(const std::map<std::string, std::string>& build) {
  Json json = Json::object();
  for (const auto& [name, text] : build)
    json[name] = name == "libraries" ? Json(split(text, ';')) : Json(text);
  return json;
}

Json modules_json(const std::vector<LoadedModule>& modules) {
  Json json = Json::object();
  for (const LoadedModule& module : modules) {
    json[module.name] = {{"checksum", module.checksum}, {"file", module.file.string()}};
    if (!module.compiled.empty()) json[module.name]["compiled"] = module.compiled;
  }
  return json;
}

/// Null if all ranks run the same modules.
Json other_modules_json(const RankFacts& facts) {
  std::vector<std::string> texts;
  for (const auto& others : facts.other_modules) texts.push_back(Json(others).dump());
  Json json;
  const Json by_text = by_ranks(texts);  // items() refers to it
  for (const auto& [text, ranks] : by_text.items())
    if (const Json others = Json::parse(text); !others.empty())
      json.push_back({{"ranks", ranks}, {"modules", others}});
  return json;
}

Json machine_json(const Machine& machine) {
  Json json = {{"known_from", machine.source}, {"sites", Json::object()}};
  for (const Site& site : machine.sites) json["sites"][site.name] = rank_ranges(site.ranks);
  if (machine.emulation.active) json["emulated"] = true;
  return json;
}

Json parameters_json(const ParameterSet& parameters) {
  Json json = Json::object();
  for (const StoredParameter& p : stored_parameters(parameters)) {
    const std::string name = qualified_name(parameters, p.section, p.instance, p.name);
    json[name] = {{"value", p.value}, {"source", p.source}};
  }
  return json;
}

Json data_files_json(const ParameterSet& parameters) {
  Json json = Json::object();
  for (const NamedData& named : data_files(parameters)) {
    std::error_code ignored;
    json[named.parameter] = {{"file", named.file},
                             {"bytes", std::filesystem::file_size(named.file, ignored)},
                             {"dataset", named.part},
                             {"points", named.points},
                             {"checksum", named.checksum}};
  }
  return json;
}

Json earlier_json(const RestoredRun& from) {
  Json json = {{"run", from.run.string()}, {"iteration", from.manifest.iteration}};
  const nlohmann::json& before = from.manifest.provenance;
  if (before.is_object() && before.contains("run_id")) json["run_id"] = before["run_id"];
  if (!from.changes.empty()) json["changed"] = from.changes;
  return json;
}

Json whole_json(const PlacedRun& placed, const RestoredRun* restored,
                const std::map<std::string, std::string>& build,
                const std::vector<LoadedModule>& modules, const RankFacts& facts) {
  const CheckedRun& run = placed.run;
  const auto now = std::chrono::system_clock::now();
  Json json = {{"program", "Cardon"},
               {"version", version_text},
               {"run_id", run_id(facts.hosts[0], std::chrono::system_clock::to_time_t(now))},
               {"started", time_text(now)},
               {"title", run.title},
               {"command", command_line()}};
  if (restored) json["restarted_from"] = earlier_json(*restored);
  json["thorns"] = names_of(run.library.active);
  json["services"] = services_of(run.library.active);
  json["driver"] = run.driver_name;
  json["integrator"] = run.integrator;
  json["ranks"] = facts.hosts.size();
  json["hosts"] = by_ranks(facts.hosts);
  json["processors"] = by_ranks(facts.processors);
  json["machine"] = machine_json(placed.machine);
  json["arithmetic"] = arithmetic_checksum();
  json["build"] = build_json(build);
  json["modules"] = modules_json(modules);
  if (const Json others = other_modules_json(facts); !others.is_null())
    json["other_modules"] = others;
  json["parameters"] = parameters_json(*run.parameters);
  if (const Json files = data_files_json(*run.parameters); !files.empty())
    json["data_files"] = files;
  if (const Json works = citations_json(run.library.active); !works.empty())
    json["citations"] = works;
  return json;
}

}  // namespace

std::string provenance_json(const PlacedRun& placed, const RestoredRun* restored,
                            const std::map<std::string, std::string>& build,
                            const std::string& losses) {
  const CheckedRun& run = placed.run;
  Transport& transport = *placed.transport;
  std::vector<std::string> thorns = names_of(run.library.active);
  for (const std::string& service : names_of(run.library.services)) thorns.push_back(service);
  const std::vector<LoadedModule> modules = loaded_modules(thorns);
  const RankFacts facts = gather_rank_facts(modules, transport);
  const std::string network = transport.describe();
  std::string text;
  if (transport.rank() == 0) {
    Json json = whole_json(placed, restored, build, modules, facts);
    json["transport"] = network;
    if (!losses.empty()) json["lossy"] = losses;
    // Names and titles are the user's: what is not UTF-8 must not end the run.
    text = json.dump(1, ' ', true, Json::error_handler_t::replace) + "\n";
  }
  return gather_text(text, transport).front();
}

}  // namespace cardon
