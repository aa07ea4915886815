// SPDX-License-Identifier: Apache-2.0
// A field file as a picture.
#pragma once
#include <filesystem>
#include <string>

#include "cardon/services/field_file_reader.hpp"

namespace cardon {

/// Draws the plane z = middle of a 3-D field, a 2-D field as it is, a 1-D field as a curve. The
/// picture keeps the `provenance` of the run. Returns the file, named after field, plane and
/// iteration: "phi.xy.it000400.png".
std::filesystem::path plot_field(const FieldData& data, const std::string& title,
                                 const std::string& provenance,
                                 const std::filesystem::path& folder);

}  // namespace cardon
