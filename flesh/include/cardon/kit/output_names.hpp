// SPDX-License-Identifier: Apache-2.0
// What fields are called in tables and files.
#pragma once
#include <cardon/services/program.hpp>
#include <string>
#include <string_view>

namespace cardon {

/// "phi", or "WaveToy::phi" where another thorn has a phi too.
std::string table_name(const Program& program, const GridFunction& field);
/// Returns the name of the table of a scalar.
std::string table_name(const Program& program, const ScalarInfo& scalar);
/// A plain identifier: "phi", or "WaveToy_phi" where another thorn has a phi too.
std::string identifier(const Program& program, const GridFunction& field);
/// "phi [m]"; "phi" without a unit.
std::string with_unit(std::string_view name, std::string_view unit);
/// "it000400"
std::string iteration_text(long iteration);

}  // namespace cardon
