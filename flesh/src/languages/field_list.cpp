// SPDX-License-Identifier: Apache-2.0
#include "languages/field_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <charconv>
#include <optional>

namespace cardon {
namespace {

constexpr std::string_view help =
    "write lists such as \"phi with stencil(1), past(phi), Other::rho\"";

[[noreturn]] void refuse(std::string_view text, std::string_view why) {
  throw Error(Problem{.slug = "thorn/text",
                      .message = fmt::format("'{}' is not understood: {}", text, why),
                      .help = std::string(help)});
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

// What stands in the parentheses of "word(...)"; nothing if the text is not of this form.
std::optional<std::string_view> inside(std::string_view text, std::string_view word) {
  if (!text.starts_with(word)) return {};
  const std::string_view rest = trimmed(text.substr(word.size()));
  if (rest.size() < 2 || rest.front() != '(' || rest.back() != ')') return {};
  return rest.substr(1, rest.size() - 2);
}

int whole_number(std::string_view text, std::string_view all) {
  int number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size())
    refuse(all, fmt::format("'{}' is not a whole number", text));
  return number;
}

Index3 parse_stencil(std::string_view text, std::string_view all) {
  const auto words = inside(text, "stencil");
  if (!words) refuse(all, "'with' must be followed by stencil(1) or stencil(2, 1, 0)");
  const std::vector<std::string> radii = parse_list(*words);
  if (radii.size() != 1 && radii.size() != 3) refuse(all, "a stencil has one radius or three");
  Index3 radius{};
  for (std::size_t d = 0; d < 3; ++d)
    radius[d] = whole_number(radii[radii.size() == 1 ? 0 : d], all);
  if (std::any_of(radius.begin(), radius.end(), [](int r) { return r < 0; }))
    refuse(all, "a radius is not negative");
  return radius;
}

// One of past(...), next(...), rhs(...), or a plain name.
FieldUse parse_level(std::string_view text, std::string_view all) {
  if (const auto words = inside(text, "past")) {
    const std::vector<std::string> parts = parse_list(*words);
    if (parts.empty() || parts.size() > 2) refuse(all, "write past(phi) or past(phi, 2)");
    const int level = parts.size() == 2 ? whole_number(parts[1], all) : 1;
    if (level < 1) refuse(all, "past levels count from 1");
    return {parts[0], level};
  }
  if (const auto word = inside(text, "next"))
    return {std::string(trimmed(*word)), FieldRef::next_level};
  if (const auto word = inside(text, "rhs"))
    return {std::string(trimmed(*word)), FieldRef::rhs_level};
  return {std::string(text)};
}

}  // namespace

std::vector<std::string> parse_list(std::string_view text) {
  std::vector<std::string> items;
  if (trimmed(text).empty()) return items;
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t n = 0; n <= text.size(); ++n) {
    const bool end = n == text.size();
    if (!end && text[n] == '(') ++depth;
    if (!end && text[n] == ')') --depth;
    if (!end && (text[n] != ',' || depth > 0)) continue;
    items.emplace_back(trimmed(text.substr(start, n - start)));
    if (items.back().empty()) refuse(text, "there is nothing between two commas or at an end");
    start = n + 1;
  }
  if (depth != 0) refuse(text, "a parenthesis is not closed, or closed twice");
  return items;
}

FieldUse parse_field(std::string_view text) {
  constexpr std::string_view with = " with ";
  const std::size_t at = text.find(with);
  FieldUse use = parse_level(trimmed(text.substr(0, at)), text);
  if (at != text.npos) use.radius = parse_stencil(trimmed(text.substr(at + with.size())), text);
  if (use.name.empty() || use.name.find_first_of(" (),\t\n") != use.name.npos)
    refuse(text, "a field is phi, past(phi), next(phi), rhs(phi) or Other::phi");
  return use;
}

std::vector<FieldUse> parse_fields(std::string_view text) {
  std::vector<FieldUse> uses;
  for (const std::string& item : parse_list(text)) uses.push_back(parse_field(item));
  return uses;
}

ScalarUse parse_scalar(std::string_view text) {
  text = trimmed(text);
  if (const auto rate = inside(text, "rhs")) return {std::string(trimmed(*rate)), 0, true};
  const auto words = inside(text, "lagged");
  if (!words) return {std::string(text)};
  const std::vector<std::string> parts = parse_list(*words);
  if (parts.empty() || parts.size() > 2) refuse(text, "write lagged(total) or lagged(total, 2)");
  const int lag = parts.size() == 2 ? whole_number(parts[1], text) : 1;
  if (lag < 1) refuse(text, "a scalar lags by a step or more");
  return {parts[0], lag};
}

std::vector<ScalarUse> parse_scalars(std::string_view text) {
  std::vector<ScalarUse> uses;
  for (const std::string& item : parse_list(text)) uses.push_back(parse_scalar(item));
  return uses;
}

std::vector<Condition> parse_conditions(std::string_view text) {
  std::vector<Condition> conditions;
  for (const std::string& item : parse_list(text)) {
    const std::size_t equals = item.find('=');
    Condition condition{std::string(trimmed(std::string_view(item).substr(0, equals))), "true"};
    if (equals != item.npos)
      condition.value = std::string(trimmed(std::string_view(item).substr(equals + 1)));
    if (condition.parameter.empty() || condition.value.empty())
      refuse(item, "a condition is \"order = 2\", or the name of a boolean");
    conditions.push_back(std::move(condition));
  }
  return conditions;
}

}  // namespace cardon
