// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "ensemble/ensemble_spec.hpp"

namespace cardon {

/// The file of a folder that says which ensemble its members belong to.
inline constexpr const char* ensemble_plan_file = "ensemble.json";

/// What the members of a folder have in common; values of the same parameters may be added.
nlohmann::json ensemble_plan(const EnsembleSpec& spec, const std::string& checksum);

/// Throws Error ensemble/folder if the folder has members of another ensemble, or runs of none;
/// ensemble/record if its file cannot be read.
void require_folder_of(const std::filesystem::path& folder, const nlohmann::json& plan);

/// Makes the folder if there is none, and writes the plan into it. Throws as above.
void claim_folder(const std::filesystem::path& folder, const nlohmann::json& plan);

}  // namespace cardon
