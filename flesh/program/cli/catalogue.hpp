// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_registry.hpp>
#include <memory>
#include <string>
#include <vector>

#include "registry/thorn_library.hpp"
#include "startup/scheduled_run.hpp"

namespace cardon::cli {

/// What list and describe speak about: with parameter files the thorns and values of that run, else
/// every thorn there is.
struct Catalogue {
  std::shared_ptr<const ScheduledRun> run;  ///< null without parameter files
  std::vector<ThornFile> files;             ///< all thorns on disk
  ThornLibrary library;
  ParameterRegistry registry;
  std::vector<Problem> problems;  ///< thorns that could not be loaded

  const ParameterRegistry& parameters() const { return run ? run->registry : registry; }
  const ThornLibrary& thorns() const { return run ? run->library : library; }
  /// Active thorns, then service thorns.
  std::vector<const ThornDeclaration*> declarations() const;
  const ThornFile* file_of(const std::string& thorn) const;
  /// Values of a section in this run; null without parameter files or if the section has no
  /// instance.
  const SectionValues* values(const std::string& section) const;
};

Catalogue load_catalogue(const InputOptions& input);

}  // namespace cardon::cli
