// SPDX-License-Identifier: Apache-2.0
#include "parameters/yaml_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cardon {
namespace {

bool plain_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_./+-*^() ").find(c) != std::string_view::npos;
}

bool is_null_word(const std::string& text) {
  return text == "~" || text == "null" || text == "Null" || text == "NULL";
}

bool plain_is_safe(const std::string& text) {
  if (text.empty() || is_null_word(text) || text.front() == ' ' || text.back() == ' ') return false;
  if (text.front() == '*') return false;  // an alias
  if (text.front() == '-' && (text.size() < 2 || text[1] == ' ' || text[1] == '-'))
    return false;  // a list
  return std::all_of(text.begin(), text.end(), plain_character);
}

std::string double_quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

// A time without a unit, which is not a number of iterations.
std::string with_point(std::string number) {
  if (number.find('.') == number.npos)
    number.insert(std::min(number.find('e'), number.size()), ".0");
  return number;
}

struct Writer {
  bool quote;
  std::string operator()(std::monostate) const { return quote ? "null" : "unset"; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(long value) const { return std::to_string(value); }
  std::string operator()(Real value) const { return real_text(value); }
  std::string operator()(const std::string& value) const {
    return quote ? yaml_scalar(value) : value;
  }
  std::string operator()(const Interval& value) const {
    if (value.in_iterations()) return std::to_string(value.iterations);
    return value.unit.empty() ? with_point(real_text(value.time))
                              : real_text(value.time) + " " + value.unit;
  }
  std::string operator()(const Node& value) const { return value.to_yaml(); }
  template <class T>
  std::string operator()(const std::vector<T>& values) const {
    std::string out;
    for (const auto& value : values) {
      if (!out.empty()) out += ", ";
      out += (*this)(static_cast<const T&>(value));
    }
    return "[" + out + "]";
  }
};

}  // namespace

std::string yaml_scalar(const std::string& text) {
  return plain_is_safe(text) ? text : double_quoted(text);
}

std::string real_text(Real value) { return fmt::format("{}", value); }

std::string yaml_value(const AnyValue& value) { return std::visit(Writer{true}, value); }

std::string shown_value(const AnyValue& value, const std::string& unit) {
  const std::string text = std::visit(Writer{false}, value);
  const bool has_unit = !unit.empty() && (std::holds_alternative<Real>(value) ||
                                          std::holds_alternative<std::vector<Real>>(value));
  return has_unit ? text + " " + unit : text;
}

}  // namespace cardon
