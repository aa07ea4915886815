// SPDX-License-Identifier: Apache-2.0
#include "describe/resolved_yaml.hpp"

#include <fmt/format.h>

#include "base/printable.hpp"
#include "parameters/path_words.hpp"
#include "parameters/yaml_text.hpp"

namespace cardon {
namespace {

constexpr std::size_t comment_column = 40;

std::string value_line(const std::string& margin, const ParameterDeclaration& parameter,
                       const ParameterValue& held) {
  if (std::holds_alternative<std::monostate>(held.value)) return "";
  const std::string text = margin + parameter.name + ": " + yaml_value(held.value);
  std::string comment = parameter.unit.empty() ? "" : parameter.unit + "; ";
  comment += held.source();
  const bool real = std::holds_alternative<Real>(held.value);
  if (held.given && real && held.written != yaml_value(held.value))
    comment += " (" + held.written + ")";
  return fmt::format("{:<{}}  # {}\n", text, comment_column,
                     printable(comment));  // the user's own text may have line ends
}

class ResolvedWriter {
 public:
  explicit ResolvedWriter(const ParameterSet& parameters) : parameters_(parameters) {}

  // Everything at and below a path; "" if that is nothing.
  std::string body(const std::string& path, std::size_t depth) const {
    const std::string margin(2 * depth, ' ');
    const ParameterSection* section = parameters_.registry().find(path);
    std::string out = section && active(path) ? values(parameters_.section(path), margin) : "";
    for (const std::string& key : parameters_.registry().keys(path)) {
      if (section && section->find(key)) continue;
      out += subsection(join_path(path, key), key, depth);
    }
    return out;
  }

 private:
  bool active(const std::string& path) const { return !parameters_.instances(path).empty(); }

  static std::string values(const SectionValues& values, const std::string& margin) {
    std::string out;
    for (const ParameterDeclaration& parameter : values.section().parameters)
      out += value_line(margin, parameter, values.at(parameter.name));
    return out;
  }

  std::string subsection(const std::string& path, const std::string& key, std::size_t depth) const {
    const std::string head = std::string(2 * depth, ' ') + key + ":\n";
    const bool section = parameters_.registry().find(path) != nullptr;
    if (section && parameters_.instances(path).size() > 1) return head + instances(path, depth + 1);
    const std::string inner = body(path, depth + 1);
    // A section on request acts by being named, even if it has nothing to say.
    const bool named = section && active(path) && parameters_.given(path);
    return inner.empty() && !named ? "" : head + inner;
  }

  std::string instances(const std::string& path, std::size_t depth) const {
    std::string out;
    for (const SectionValues* instance : parameters_.instances(path)) {
      const std::string margin(2 * depth, ' ');
      std::string item = values(*instance, margin + "  ");
      if (item.empty()) item = margin + "  {}\n";
      item[margin.size()] = '-';
      out += item;
    }
    return out;
  }

  const ParameterSet& parameters_;
};

}  // namespace

std::string resolved_yaml(const ParameterSet& parameters) {
  return "# All parameters of the run, each with its unit and its source\n" +
         ResolvedWriter(parameters).body("", 0);
}

}  // namespace cardon
