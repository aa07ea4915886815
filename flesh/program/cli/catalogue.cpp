// SPDX-License-Identifier: Apache-2.0
#include "catalogue.hpp"

namespace cardon::cli {
namespace {

void load_everything(const ThornPath& path, Catalogue& catalogue) {
  std::vector<Node> names;
  for (const ThornFile& thorn : catalogue.files)
    if (!thorn.service) names.push_back(Node::scalar(thorn.name));
  catalogue.library = load_thorns(path, names, catalogue.problems);
  add_flesh_sections(catalogue.registry);
  register_parameters(catalogue.library, catalogue.registry, "");
}

}  // namespace

std::vector<const ThornDeclaration*> Catalogue::declarations() const {
  std::vector<const ThornDeclaration*> all;
  for (const ThornDeclaration& thorn : thorns().active) all.push_back(&thorn);
  for (const ThornDeclaration& thorn : thorns().services) all.push_back(&thorn);
  return all;
}

const ThornFile* Catalogue::file_of(const std::string& thorn) const {
  for (const ThornFile& file : files)
    if (file.name == thorn) return &file;
  return nullptr;
}

const SectionValues* Catalogue::values(const std::string& section) const {
  if (!run) return nullptr;
  const std::vector<const SectionValues*> instances = run->parameters->instances(section);
  return instances.empty() ? nullptr : instances.front();
}

Catalogue load_catalogue(const InputOptions& input) {
  Catalogue catalogue;
  if (!input.files.empty()) {
    catalogue.run = schedule_run(input);
    catalogue.files = catalogue.run->path.available();
    return catalogue;
  }
  const ThornPath path(input.thorn_path, {});
  catalogue.files = path.available();
  load_everything(path, catalogue);
  return catalogue;
}

}  // namespace cardon::cli
