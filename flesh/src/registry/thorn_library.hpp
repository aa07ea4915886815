// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_registry.hpp>
#include <vector>

#include "registry/opened_thorns.hpp"
#include "registry/service_catalogue.hpp"
#include "registry/thorn_path.hpp"

namespace cardon {

/// The thorns of one run: those the parameter file names, in its order, and every service thorn.
struct ThornLibrary {
  std::vector<ThornDeclaration> active;    ///< named in `thorns:`, once each
  std::vector<ThornDeclaration> services;  ///< service thorns that were not named
  std::vector<std::string> inactive;       ///< names of thorns that could be named but were not
  ServiceCatalogue catalogue;              ///< of the services of both
};

/// Loads the thorns that `names` (ParameterInput::thorns()) asks for and all service thorns. What
/// is wrong with single thorns is appended to `problems` and the others are loaded, so that all
/// mistakes can be reported together. Thorns that were opened before are not opened again.
ThornLibrary load_thorns(const ThornPath& path, const std::vector<Node>& names,
                         OpenedThorns& opened, std::vector<Problem>& problems);
/// The same where nothing was opened before.
ThornLibrary load_thorns(const ThornPath& path, const std::vector<Node>& names,
                         std::vector<Problem>& problems);

/// The name of the driver that the active thorns bring, else the standard one; empty: no thorn
/// that has one is installed.
std::string active_driver(const ThornLibrary& library);

/// Tells the registry of parameters what the thorns and services declare: section "WaveToy" for the
/// parameters of a thorn, the section of each service, and for sections of outputs the entries
/// `every` and `fields`, which the flesh uses. Of the drivers, which share a section, only the one
/// named; "" for all of them.
void register_parameters(const ThornLibrary& library, ParameterRegistry& registry,
                         std::string_view driver);

}  // namespace cardon
