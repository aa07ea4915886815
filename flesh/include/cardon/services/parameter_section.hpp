// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/parameter_declaration.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

/// What a section is for.
enum class SectionUse {
  always,      ///< has its defaults when the file does not name it (a thorn, grid, time)
  on_request,  ///< does something only when the file names it (output.scalars)
  repeatable   ///< on request, and a list of maps makes several of it (output.slices)
};

/// A map in the parameter file: a thorn's ("WaveToy"), the flesh's ("", "grid", "time.stop") or a
/// service's
/// ("output.scalars"). The path joins keys with dots; "" is the top of the file.
struct ParameterSection {
  std::string path;                              ///< keys joined by dots
  std::string description;                       ///< one line for lists and documents
  std::string provider;                          ///< name of the thorn, or "flesh"
  std::vector<ParameterDeclaration> parameters;  ///< in the order of their declaration
  SectionUse use = SectionUse::always;           ///< whether the file has to name it

  /// The parameter of this name; null: there is none.
  const ParameterDeclaration* find(std::string_view name) const;
  /// Whether the section belongs to a thorn: the path begins with a capital letter.
  bool is_thorn() const { return !path.empty() && path[0] >= 'A' && path[0] <= 'Z'; }
  /// The name in messages: "WaveToy::speed", "grid.points", "title".
  std::string qualified(std::string_view name) const;
};

}  // namespace cardon
