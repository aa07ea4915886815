// SPDX-License-Identifier: Apache-2.0
#include "registry/service_catalogue.hpp"

#include <fmt/format.h>

#include "base/suggest.hpp"

namespace cardon {

void ServiceCatalogue::add(const ThornDeclaration& thorn) {
  for (const ServiceDeclaration& service : thorn.services) {
    if (const Entry* other = find(service.role, service.name))
      throw Error(Problem{
          .slug = "registry/duplicate-service",
          .message = fmt::format("{} and {} both provide {} {}", other->thorn, thorn.name,
                                 service.role, service.name),
          .help = "take one of the two thorns out of the thorn folders, or rename its service"});
    entries_.push_back({thorn.name, service});
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

}  // namespace cardon
