// SPDX-License-Identifier: Apache-2.0
// Which field files a run has left.
#pragma once
#include <filesystem>
#include <map>
#include <string>

namespace cardon {

/// Name in files ("phi", "Wave_phi") -> iteration -> file, from names such as
/// fields/phi.it000400.h5 and, for the second entry of output.fields, fields/phi-2.it000400.h5; the
/// first entry with a field and an iteration wins. Empty if there are none.
using FieldFiles = std::map<std::string, std::map<long, std::filesystem::path>>;
FieldFiles find_field_files(const std::filesystem::path& folder, const std::string& extension);

/// The files of "Thorn::field", whichever name they have; nullptr if there are none.
const std::map<long, std::filesystem::path>* files_of(const FieldFiles& files,
                                                      const std::string& full_name);

}  // namespace cardon
