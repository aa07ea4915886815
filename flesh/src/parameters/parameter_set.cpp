// SPDX-License-Identifier: Apache-2.0
#include <cardon/services/parameter_set.hpp>
#include <utility>

namespace cardon {

ParameterSet::ParameterSet(const ParameterRegistry& registry) : registry_(&registry) {
  for (const auto& [path, section] : registry.sections()) sections_[path].emplace_back(section);
}

bool ParameterSet::given(std::string_view path) const { return section(path).given(); }

const SectionValues& ParameterSet::section(std::string_view path, int instance) const {
  const auto found = sections_.find(path);
  if (found == sections_.end() || instance < 0 || std::size_t(instance) >= found->second.size())
    throw Bug("there is no parameter section " + std::string(path) + "[" +
              std::to_string(instance) + "]");
  return found->second[std::size_t(instance)];
}

SectionValues& ParameterSet::section(std::string_view path, int instance) {
  return const_cast<SectionValues&>(std::as_const(*this).section(path, instance));
}

std::vector<const SectionValues*> ParameterSet::instances(std::string_view path) const {
  std::vector<const SectionValues*> found;
  const SectionValues& first = section(path);
  if (!first.given() && first.section().use != SectionUse::always) return found;
  for (const SectionValues& values : sections_.find(path)->second) found.push_back(&values);
  return found;
}

void ParameterSet::resize(std::string_view path, int count) {
  const ParameterSection& section = this->section(path).section();
  std::vector<SectionValues>& all = sections_.find(path)->second;
  all.clear();
  for (int i = 0; i < count; ++i) all.emplace_back(section, i);
}

}  // namespace cardon
