// SPDX-License-Identifier: Apache-2.0
#include "describe/parameter_description.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.hpp"
#include "parameters/yaml_text.hpp"

namespace cardon {
namespace {

std::string steering_text(Steering steering) {
  switch (steering) {
    case Steering::never:
      return "";
    case Steering::on_restart:
      return "may change on restart";
    case Steering::while_running:
      return "may change during the run";
  }
  throw Bug("unknown steering of a parameter");
}

std::string title_of(const ParameterSection& section) {
  if (section.path.empty()) return "top of the file";
  return section.is_thorn() || section.provider == "flesh"
             ? section.path
             : section.path + " (thorn " + section.provider + ")";
}

std::string use_text(const ParameterSection& section) {
  switch (section.use) {
    case SectionUse::always:
      return "";
    case SectionUse::on_request:
      return "Acts only when the parameter file names it.";
    case SectionUse::repeatable:
      return "Acts only when the parameter file names it; a list of maps makes several.";
  }
  throw Bug("unknown use of a section");
}

// "2 m/s from gaussian.yaml:6, default 1 m/s".
std::string value_text(const ParameterDeclaration& parameter, const SectionValues* values) {
  if (!values || !values->given(parameter.name)) return parameter.default_text();
  const ParameterValue& held = values->at(parameter.name);
  return printable(shown_value(held.value, parameter.unit) + " from " + held.source()) +
         ", default " + parameter.default_text();
}

// A vertical bar would end the cell of a Markdown table.
std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != text.npos; at += 2) text.insert(at, "\\");
  return text;
}

}  // namespace

std::string describe_section(const ParameterSection& section, const SectionValues* values) {
  std::string out = title_of(section) + ": " + section.description + "\n";
  if (const std::string use = use_text(section); !use.empty()) out += use + "\n";
  std::size_t name_width = 0, value_width = 0;
  for (const ParameterDeclaration& parameter : section.parameters) {
    name_width = std::max(name_width, parameter.name.size());
    value_width =
        std::max(value_width, std::min<std::size_t>(30, value_text(parameter, values).size()));
  }
  for (const ParameterDeclaration& parameter : section.parameters) {
    out += fmt::format("  {:<{}}  {:<{}}  {}\n", parameter.name, name_width,
                       value_text(parameter, values), value_width, parameter.description);
  }
  return out;
}

std::string describe_parameter(const ParameterSection& section,
                               const ParameterDeclaration& parameter, const SectionValues* values) {
  std::string out = section.qualified(parameter.name) + ": " + parameter.description + "\n";
  out += "  legal     " + parameter.legal_values() + "\n";
  out += "  default   " + parameter.default_text() + "\n";
  if (values) {
    const ParameterValue& held = values->at(parameter.name);
    out += "  value     " +
           printable(shown_value(held.value, parameter.unit) + " (" + held.source() + ")") + "\n";
  }
  const std::string steering = steering_text(parameter.steering);
  out += "  steering  " + (steering.empty() ? "fixed at the start" : steering) + "\n";
  return out + "  set by    " + section.path + (section.path.empty() ? "" : ".") + parameter.name +
         "=...\n";
}

std::string markdown_section(const ParameterSection& section) {
  std::string out = "### " + title_of(section) + "\n\n" + section.description + "\n";
  if (const std::string use = use_text(section); !use.empty()) out += "\n" + use + "\n";
  if (section.parameters.empty()) return out;
  out += "\n| parameter | default | legal values | meaning |\n|---|---|---|---|\n";
  for (const ParameterDeclaration& p : section.parameters) {
    const std::string steering = steering_text(p.steering);
    out += fmt::format("| `{}` | `{}` | {} | {} |\n", p.name, cell(p.default_text()),
                       cell(p.legal_values()),
                       cell(p.description + (steering.empty() ? "" : "; " + steering)));
  }
  return out;
}

}  // namespace cardon
