// SPDX-License-Identifier: Apache-2.0
// The texts of `cardon describe`.
#pragma once
#include <string>
#include <vector>

#include "catalogue.hpp"

namespace cardon::cli {

/// Everything called `name`, each as a block of text: thorns, services, sections, parameters,
/// fields, scalars ("phi" or "WaveToy::phi"). Empty if there is nothing.
std::vector<std::string> describe_name(const Catalogue& catalogue, const std::string& name);
/// All names that describe_name knows, for suggestions.
std::vector<std::string> known_names(const Catalogue& catalogue);

}  // namespace cardon::cli
