// SPDX-License-Identifier: Apache-2.0
#include "registry/thorn_library.hpp"

#include <algorithm>
#include <set>

namespace cardon {

namespace {

// Runs `action`; what it throws for the user joins the other problems.
template <class Action>
void collect(std::vector<Problem>& problems, const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    problems.insert(problems.end(), error.problems().begin(), error.problems().end());
  }
}

void load_active(const ThornPath& path, const std::vector<Node>& names, OpenedThorns& opened,
                 ThornLibrary& library, std::set<std::string>& loaded,
                 std::vector<Problem>& problems) {
  for (const Node& name : names)
    collect(problems, [&] {
      const ThornFile thorn = path.require(name.text, name.where);
      if (!loaded.insert(thorn.name).second)
        throw Error(Problem{.slug = "registry/duplicate-thorn",
                            .message = "thorn " + thorn.name + " is named twice",
                            .where = name.where,
                            .help = "remove one of them"});
      library.active.push_back(opened.open(thorn, name.where));
    });
}

void load_services(const ThornPath& path, OpenedThorns& opened, ThornLibrary& library,
                   const std::set<std::string>& loaded, std::vector<Problem>& problems) {
  for (const ThornFile& thorn : path.available()) {
    if (loaded.count(thorn.name)) continue;
    if (!thorn.service)
      library.inactive.push_back(thorn.name);
    else
      collect(problems, [&] { library.services.push_back(opened.open(thorn)); });
  }
}

ParameterSection section_of(const ThornDeclaration& thorn) {
  return {.path = thorn.name,
          .description = thorn.summary,
          .provider = thorn.name,
          .parameters = thorn.parameters};
}

// What the flesh itself asks of every output.
std::vector<ParameterDeclaration> output_entries() {
  static constexpr Parameter<List<std::string_view>> fields{
      "fields",
      {},
      "Fields and scalars to write, such as phi or WaveToy::phi; none: all evolved fields"};
  ParameterDeclaration every =
      declare_interval("every", "Steps (10) or time (0.2 s) between two outputs", "1");
  every.steering = Steering::while_running;
  return {std::move(every), declare(fields)};
}

void append_missing(std::vector<ParameterDeclaration>& to, std::vector<ParameterDeclaration> more) {
  for (ParameterDeclaration& parameter : more) {
    const auto same = [&](const ParameterDeclaration& other) {
      return other.name == parameter.name;
    };
    if (std::none_of(to.begin(), to.end(), same)) to.push_back(std::move(parameter));
  }
}

ParameterSection section_of(const ServiceCatalogue::Entry& entry) {
  const ServiceDeclaration& service = entry.service;
  ParameterSection section{.path = service.section,
                           .description = service.description,
                           .provider = entry.thorn,
                           .parameters = service.parameters};
  if (service.role == role_name<Output>) {
    section.use = service.repeatable ? SectionUse::repeatable : SectionUse::on_request;
    append_missing(section.parameters, output_entries());
  }
  return section;
}

// Drivers share a section, and some words in it.
void drop_known(ParameterSection& section, const ParameterRegistry& registry) {
  const ParameterSection* known = registry.find(section.path);
  if (known == nullptr) return;
  std::erase_if(section.parameters,
                [&](const auto& parameter) { return known->find(parameter.name) != nullptr; });
}

}  // namespace

ThornLibrary load_thorns(const ThornPath& path, const std::vector<Node>& names,
                         OpenedThorns& opened, std::vector<Problem>& problems) {
  ThornLibrary library;
  std::set<std::string> loaded;
  load_active(path, names, opened, library, loaded, problems);
  load_services(path, opened, library, loaded, problems);
  for (const auto* thorns : {&library.active, &library.services})
    for (const ThornDeclaration& thorn : *thorns)
      collect(problems, [&] { library.catalogue.add(thorn); });
  return library;
}

ThornLibrary load_thorns(const ThornPath& path, const std::vector<Node>& names,
                         std::vector<Problem>& problems) {
  OpenedThorns opened;
  return load_thorns(path, names, opened, problems);
}

namespace {

std::string standard_name(const ServiceCatalogue& catalogue, std::string_view role) {
  const ServiceCatalogue::Entry* entry = catalogue.find_with(role, feature::standard);
  return entry != nullptr ? entry->service.name : "";
}

ParameterRegistry::RoleServices services_of(const ServiceCatalogue& catalogue,
                                            std::string_view role) {
  ParameterRegistry::RoleServices services{.standard = standard_name(catalogue, role)};
  for (const ServiceCatalogue::Entry* entry : catalogue.of_role(role))
    services.names.push_back(entry->service.name);
  return services;
}

}  // namespace

std::string active_driver(const ThornLibrary& library) {
  for (const ThornDeclaration& thorn : library.active)
    for (const ServiceDeclaration& service : thorn.services)
      if (service.role == role_name<Driver>) return service.name;
  return standard_name(library.catalogue, role_name<Driver>);
}

void register_parameters(const ThornLibrary& library, ParameterRegistry& registry,
                         std::string_view driver) {
  for (const ThornDeclaration& thorn : library.active) registry.add(section_of(thorn));
  for (const ThornDeclaration& thorn : library.services)
    if (!thorn.parameters.empty()) registry.add(section_of(thorn));
  for (const ServiceCatalogue::Entry& entry : library.catalogue.entries()) {
    if (entry.service.section.empty()) continue;
    ParameterSection section = section_of(entry);
    if (entry.service.role == role_name<Driver>) {
      if (!driver.empty() && entry.service.name != driver) continue;
      drop_known(section, registry);
    }
    registry.add(std::move(section));
  }
  for (const ServiceCatalogue::Entry& entry : library.catalogue.entries())
    for (const SharedParameter& shared : entry.service.shared_parameters)
      registry.add(
          {.path = shared.section, .provider = entry.thorn, .parameters = {shared.parameter}});
  registry.name_services(
      [&](std::string_view role) { return services_of(library.catalogue, role); });
  for (const std::string& thorn : library.inactive) registry.know_thorn(thorn);
}

}  // namespace cardon
