// SPDX-License-Identifier: Apache-2.0
#include "registry/service_catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.hpp"

namespace cardon {

bool has_feature(const ServiceDeclaration& service, std::string_view feature) {
  return std::find(service.features.begin(), service.features.end(), feature) !=
         service.features.end();
}

void ServiceCatalogue::add(const ThornDeclaration& thorn) {
  for (const ServiceDeclaration& service : thorn.services) {
    refuse_duplicate(thorn.name, service);
    entries_.push_back({thorn.name, service});
  }
}

void ServiceCatalogue::refuse_duplicate(const std::string& thorn,
                                        const ServiceDeclaration& service) const {
  Problem problem{
      .slug = "registry/duplicate-service",
      .help = "take one of the two thorns out of the thorn folders, or rename its service"};
  if (const Entry* other = find(service.role, service.name)) {
    problem.message = fmt::format("{} and {} both provide {} {}", other->thorn, thorn, service.role,
                                  service.name);
    throw Error(std::move(problem));
  }
  if (!has_feature(service, feature::standard)) return;
  if (const Entry* other = find_with(service.role, feature::standard)) {
    problem.message =
        fmt::format("{} and {} both provide the standard {}", other->thorn, thorn, service.role);
    problem.help =
        "take one of the two thorns out of the thorn folders, or have one of them "
        "declare its service without feature::standard";
    throw Error(std::move(problem));
  }
}

std::vector<const ServiceCatalogue::Entry*> ServiceCatalogue::of_role(std::string_view role) const {
  std::vector<const Entry*> found;
  for (const Entry& entry : entries_)
    if (entry.service.role == role) found.push_back(&entry);
  return found;
}

const ServiceCatalogue::Entry* ServiceCatalogue::find(std::string_view role,
                                                      std::string_view name) const {
  for (const Entry& entry : entries_)
    if (entry.service.role == role && entry.service.name == name) return &entry;
  return nullptr;
}

const ServiceCatalogue::Entry& ServiceCatalogue::require(std::string_view role,
                                                         std::string_view name,
                                                         const Location& where) const {
  if (const Entry* entry = find(role, name)) return *entry;
  std::vector<std::string> names;
  for (const Entry* entry : of_role(role)) names.push_back(entry->service.name);
  Problem problem{.slug = "registry/no-such-service",
                  .message = fmt::format("there is no {} {}", role, name)};
  problem.where = where;
  problem.hint = did_you_mean(name, names);
  problem.notes.push_back(
      names.empty() ? fmt::format("no thorn provides a service of the role {}", role)
                    : fmt::format("services of the role {}: {}", role, fmt::join(names, ", ")));
  problem.help = "cardon list services";
  throw Error(std::move(problem));
}

const ServiceCatalogue::Entry* ServiceCatalogue::find_with(std::string_view role,
                                                           std::string_view feature) const {
  for (const Entry& entry : entries_)
    if (entry.service.role == role && has_feature(entry.service, feature)) return &entry;
  return nullptr;
}

const ServiceCatalogue::Entry& ServiceCatalogue::require_with(std::string_view role,
                                                              std::string_view feature,
                                                              const Location& where) const {
  if (const Entry* entry = find_with(role, feature)) return *entry;
  throw Error(
      Problem{.slug = "registry/no-such-service",
              .message = fmt::format("no thorn provides a {} with the feature '{}'", role, feature),
              .where = where,
              .help = "cardon list services; cardon list thorns shows the folders that are "
                      "searched"});
}

}  // namespace cardon
