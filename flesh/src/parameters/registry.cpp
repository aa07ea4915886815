// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/services/parameter_registry.hpp>
#include <utility>

#include "base/identifier.hpp"
#include "parameters/path_words.hpp"
#include "parameters/problems.hpp"
#include "parameters/value_reader.hpp"

namespace cardon {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw Error(
      make_problem("parameter/declaration", "parameter " + name + " is badly declared", {}, why));
}

void check_default(const ParameterDeclaration& parameter, const std::string& name) {
  if (!parameter.has_default()) return;
  try {
    read_value(parameter.fallback, parameter, name);
  } catch (const Error& error) {
    const Problem& first = error.problems().front();
    refuse(name, "its default: " + first.message + (first.hint.empty() ? "" : "; " + first.hint));
  }
}

}  // namespace

const ParameterDeclaration* ParameterSection::find(std::string_view name) const {
  for (const ParameterDeclaration& parameter : parameters)
    if (parameter.name == name) return &parameter;
  return nullptr;
}

std::string ParameterSection::qualified(std::string_view name) const {
  return is_thorn() ? path + "::" + std::string(name) : join_path(path, name);
}

void ParameterRegistry::convert_units(const UnitOf& unit_of) {
  for (auto& [path, section] : sections_)
    for (ParameterDeclaration& parameter : section.parameters)
      parameter.unit = unit_of(section, parameter);
}

void ParameterRegistry::name_services(
    const std::function<RoleServices(std::string_view role)>& services_of) {
  for (auto& [path, section] : sections_)
    for (ParameterDeclaration& parameter : section.parameters) {
      if (parameter.service_role.empty()) continue;
      const RoleServices services = services_of(parameter.service_role);
      parameter.fallback = Node::scalar(services.standard);
      if (!services.names.empty())
        parameter.description += fmt::format("; installed: {}", fmt::join(services.names, ", "));
    }
}

std::string ParameterRegistry::renamed(std::string_view path, std::string_view key) const {
  const std::string moved = join_path(path, key);
  for (const auto& [at, section] : sections_)
    for (const ParameterDeclaration& parameter : section.parameters) {
      if (parameter.former_name.empty()) continue;
      if (at == path && parameter.former_name == key) return parameter.name;
      if (!path.empty() && parameter.former_name == moved) return section.qualified(parameter.name);
    }
  return {};
}

void ParameterRegistry::add(ParameterSection section) {
  ParameterSection checked = section;
  checked.parameters.clear();
  if (const ParameterSection* earlier = find(section.path)) checked = *earlier;
  for (ParameterDeclaration& parameter : section.parameters) {
    const std::string name = section.qualified(parameter.name);
    if (!is_identifier(parameter.name))
      refuse(name, "a name is made of letters, digits and underscores");
    if (parameter.description.empty()) refuse(name, "it needs a description");
    if (const ParameterDeclaration* same = checked.find(parameter.name))
      refuse(name, "it is declared twice, by " + same->provider + " and by " + section.provider);
    if (has_section_at(join_path(section.path, parameter.name)))
      refuse(name, "a section has the same name");
    check_default(parameter, name);
    parameter.provider = section.provider;
    checked.parameters.push_back(std::move(parameter));
  }
  sections_.insert_or_assign(section.path, std::move(checked));
}

void ParameterRegistry::know_thorn(const std::string& thorn) { known_thorns_.push_back(thorn); }

void ParameterRegistry::offer(const std::string& path, const std::string& thorn) {
  offers_[path] = thorn;
}

const ParameterSection* ParameterRegistry::find(std::string_view path) const {
  const auto found = sections_.find(path);
  return found == sections_.end() ? nullptr : &found->second;
}

std::string ParameterRegistry::offered_by(std::string_view path) const {
  const auto found = offers_.find(path);
  return found == offers_.end() ? "" : found->second;
}

bool ParameterRegistry::has_section_at(std::string_view path) const {
  const std::string prefix = std::string(path) + ".";
  const auto below = sections_.lower_bound(prefix);
  return find(path) || (below != sections_.end() && below->first.rfind(prefix, 0) == 0);
}

std::vector<std::string> ParameterRegistry::keys(std::string_view path) const {
  std::vector<std::string> keys;
  if (const ParameterSection* section = find(path))
    for (const ParameterDeclaration& parameter : section->parameters)
      keys.push_back(parameter.name);
  const std::string prefix = path.empty() ? "" : std::string(path) + ".";
  for (const auto& [name, section] : sections_) {
    if (name.size() <= prefix.size() || name.rfind(prefix, 0) != 0) continue;
    const std::string word =
        name.substr(prefix.size(), name.find('.', prefix.size()) - prefix.size());
    if (std::find(keys.begin(), keys.end(), word) == keys.end()) keys.push_back(word);
  }
  return keys;
}

}  // namespace cardon
