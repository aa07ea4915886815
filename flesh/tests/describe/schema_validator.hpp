// SPDX-License-Identifier: Apache-2.0
// Validates by the keywords of JSON Schema that the schema of parameter files uses.
#pragma once
#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>

namespace cardon {

inline bool is_of_type(const nlohmann::json& value, const nlohmann::json& types) {
  if (types.is_array())
    return std::any_of(types.begin(), types.end(),
                       [&](const auto& type) { return is_of_type(value, type); });
  if (types == "integer")
    return value.is_number() && value.get<double>() == std::floor(value.get<double>());
  const std::string type = value.is_number() ? "number" : value.type_name();
  return types == type;
}

inline bool satisfies(const nlohmann::json& value, const nlohmann::json& schema);

inline bool satisfies_array(const nlohmann::json& value, const std::string& keyword,
                            const nlohmann::json& rule) {
  if (!value.is_array()) return true;
  if (keyword == "minItems") return value.size() >= rule.get<std::size_t>();
  if (keyword == "maxItems") return value.size() <= rule.get<std::size_t>();
  return std::all_of(value.begin(), value.end(),
                     [&](const auto& item) { return satisfies(item, rule); });
}

inline bool satisfies_object(const nlohmann::json& value, const std::string& keyword,
                             const nlohmann::json& rule, const nlohmann::json& schema) {
  if (!value.is_object()) return true;
  if (keyword == "required")
    return std::all_of(rule.begin(), rule.end(), [&](const auto& key) {
      return value.contains(key.template get<std::string>());
    });
  const nlohmann::json& known = schema.at("properties");
  for (const auto& [key, member] : value.items()) {
    if (keyword == "properties" && rule.contains(key) && !satisfies(member, rule[key]))
      return false;
    if (keyword == "additionalProperties" && rule == false && !known.contains(key)) return false;
  }
  return true;
}

inline bool satisfies_number(const nlohmann::json& value, const std::string& keyword,
                             const nlohmann::json& rule) {
  if (!value.is_number()) return true;
  const double number = value, bound = rule;
  if (keyword == "minimum") return number >= bound;
  if (keyword == "maximum") return number <= bound;
  if (keyword == "exclusiveMinimum") return number > bound;
  if (keyword == "exclusiveMaximum") return number < bound;
  throw Bug("the validator does not know " + keyword);
}

inline bool satisfies_keyword(const nlohmann::json& value, const std::string& keyword,
                              const nlohmann::json& rule, const nlohmann::json& schema) {
  if (keyword == "$schema" || keyword == "title" || keyword == "description") return true;
  if (keyword == "type") return is_of_type(value, rule);
  if (keyword == "enum") return std::find(rule.begin(), rule.end(), value) != rule.end();
  if (keyword == "pattern")
    return !value.is_string() ||
           std::regex_search(value.get<std::string>(), std::regex(rule.get<std::string>()));
  if (keyword == "anyOf")
    return std::any_of(rule.begin(), rule.end(),
                       [&](const auto& each) { return satisfies(value, each); });
  if (keyword == "items" || keyword == "minItems" || keyword == "maxItems")
    return satisfies_array(value, keyword, rule);
  if (keyword == "properties" || keyword == "additionalProperties" || keyword == "required")
    return satisfies_object(value, keyword, rule, schema);
  return satisfies_number(value, keyword, rule);
}

/// Whether the schema accepts the value. Throws Bug for a keyword that it does not know.
inline bool satisfies(const nlohmann::json& value, const nlohmann::json& schema) {
  bool all = true;
  for (const auto& [keyword, rule] : schema.items())
    all = satisfies_keyword(value, keyword, rule, schema) && all;
  return all;
}

}  // namespace cardon
