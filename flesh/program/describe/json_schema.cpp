// SPDX-License-Identifier: Apache-2.0
// JSON Schema (draft 7, which editors' YAML servers speak) of everything a registry accepts.
#include <nlohmann/json.hpp>

#include "describe/parameter_description.hpp"
#include "parameters/included_files.hpp"
#include "parameters/path_words.hpp"
#include "parameters/quantity.hpp"

namespace cardon {
namespace {

using Json = nlohmann::ordered_json;

// Constant expressions and values with a unit are strings to YAML; they hold a digit or pi.
const char* const formula_pattern = "[0-9]|pi";

Json formula() { return {{"type", "string"}, {"pattern", formula_pattern}}; }

Json number(const char* type, const Range& range) {
  Json json = {{"type", type}};
  if (range.bounded_below()) json[range.lower_open ? "exclusiveMinimum" : "minimum"] = range.lower;
  if (range.bounded_above()) json[range.upper_open ? "exclusiveMaximum" : "maximum"] = range.upper;
  return json;
}

Json any_of(std::vector<Json> alternatives) { return {{"anyOf", std::move(alternatives)}}; }

Json numeric_choices(const std::vector<std::string>& choices) {
  std::vector<double> values;
  for (const std::string& choice : choices) values.push_back(plain_number(choice).value());
  return {{"enum", values}};
}

// A string may be written without quotes, and then looks like a number or a boolean to YAML.
Json text() { return {{"type", {"string", "number", "boolean"}}}; }

Json named_file(Json properties) {
  properties["file"] = properties["checksum"] = text();
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", {"file"}},
          {"additionalProperties", false}};
}

Json data_file() { return named_file({{"dataset", text()}}); }

Json table_file() {
  return named_file({{"column", text()},
                     {"interpolation", {{"enum", {"linear", "monotone"}}}},
                     {"outside", {{"enum", {"constant", "linear", "nan"}}}}});
}

Json scalar(const ParameterDeclaration& p) {
  switch (p.type) {
    case ValueType::boolean:
      return {{"type", "boolean"}};
    case ValueType::integer:
    case ValueType::real:
      if (!p.choices.empty()) return any_of({numeric_choices(p.choices), formula()});
      return any_of(
          {number(p.type == ValueType::integer ? "integer" : "number", p.range), formula()});
    case ValueType::keyword:
      return {{"enum", p.choices}};
    case ValueType::interval:
      return any_of({number("number", positive), formula()});
    case ValueType::tree:
      return Json::object();
    case ValueType::data_file:
      return any_of({text(), data_file()});
    case ValueType::table:
      return any_of({text(), table_file()});
    default:
      return text();
  }
}

Json parameter_schema(const ParameterDeclaration& p) {
  Json json = scalar(p);
  if (p.list) {
    Json list = {{"type", "array"}, {"items", json}};
    if (p.length > 0) list["minItems"] = list["maxItems"] = p.length;
    json = p.length > 0 ? list : any_of({list, json});
  }
  json["description"] =
      p.description + " (" + p.legal_values() + "; default " + p.default_text() + ")";
  return json;
}

Json section_schema(const ParameterRegistry& registry, const std::string& path) {
  const ParameterSection* section = registry.find(path);
  Json properties = Json::object();
  for (const std::string& key : registry.keys(path)) {
    const ParameterDeclaration* parameter = section ? section->find(key) : nullptr;
    properties[key] =
        parameter ? parameter_schema(*parameter) : section_schema(registry, join_path(path, key));
  }
  Json json = {
      {"type", {"object", "null"}}, {"properties", properties}, {"additionalProperties", false}};
  if (section && section->use == SectionUse::repeatable) {
    const Json list = {{"type", "array"}, {"items", json}, {"minItems", 1}};
    json = any_of({json, list});
  }
  if (section) json["description"] = section->description;
  return json;
}

}  // namespace

std::string json_schema(const ParameterRegistry& registry) {
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                 {"title", "Cardon parameter file"}};
  schema.update(section_schema(registry, ""));
  schema["properties"][include_key] = {
      {"anyOf", {text(), {{"type", "array"}, {"items", text()}}}},
      {"description", "Parameter files to read before this one; paths are relative to this file"}};
  return schema.dump(2) + "\n";
}

}  // namespace cardon
