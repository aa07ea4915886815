// SPDX-License-Identifier: Apache-2.0
#include "tables/data_files.hpp"

#include <fmt/format.h>

#include <cardon/thorn/data_grid.hpp>
#include <filesystem>
#include <utility>

#include "parameters/folder_of_text.hpp"
#include "tables/data_placing.hpp"
#include "tables/table_reader.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;

std::string text_of(const Node& value, const char* key) {
  const Node* member = value.find(key);
  return member ? member->text : "";
}

void set_member(Node& value, const char* key, const std::string& text) {
  for (Node& member : value.children)
    if (member.key == key) {
      member.text = text;
      return;
    }
  value.children.push_back(Node::scalar(text));
  value.children.back().key = key;
}

/// A path in a parameter file counts from its folder, one on the command line from the current one.
fs::path place_of(const Node& file) {
  const fs::path folder = folder_of_text(file.where);
  std::error_code ignored, failed;
  const fs::path place = fs::absolute(folder / file.text, failed), plain = place.lexically_normal();
  if (failed)
    throw Error({.slug = "parameter/data-file",
                 .message = fmt::format("cannot find {}: {}", file.text, failed.message())});
  return fs::equivalent(place, plain, ignored) ? plain : place;  // not so for LINK/../FILE
}

std::shared_ptr<FieldFileReader> require_reader(const MakeFieldFileReader& make_reader) {
  if (auto reader = make_reader()) return reader;
  throw Error({.slug = "parameter/data-file",
               .message = "no thorn reads data files",
               .help =
                   "cardon list thorns shows the search path; add the folder of a thorn that reads "
                   "them"});
}

void check_checksum(const Node& value, const std::string& file, const std::string& checksum) {
  const Node* wanted = value.find("checksum");
  if (!wanted || wanted->text == checksum) return;
  throw Error({.slug = "parameter/data-file-changed",
               .message = fmt::format(
                   "{}: the contents have changed since the checksum was recorded", file),
               .where = wanted->where,
               .notes = {fmt::format("checksum {}, expected {}", checksum, wanted->text)},
               .help = "restore the file, or remove the checksum to accept the new contents"});
}

fs::path named_file(const Node& value, const char* slug, const char* example) {
  const Node* file = value.find("file");
  if (!file || file->text.empty())
    throw Error(
        {.slug = slug, .message = "no file is named", .help = std::string("write ") + example});
  return place_of(*file);
}

DataGrid read_grid_data(Node& value, const MakeFieldFileReader& make_reader, const Grid& grid,
                        const ParameterDeclaration& parameter) {
  const fs::path place = named_file(value, "parameter/data-file", "{file: PATH, dataset: NAME}");
  FieldData read = require_reader(make_reader)->read_data(place, text_of(value, "dataset"));
  const std::string dataset = read.name;
  DataGrid data = place_data(std::move(read), grid, parameter);
  data.file = place.string();
  data.dataset = dataset;
  check_checksum(value, data.file, data.checksum);
  set_member(value, "file", data.file);
  set_member(value, "dataset", data.dataset);
  set_member(value, "checksum", data.checksum);
  return data;
}

TableData read_table_data(Node& value, const ParameterDeclaration& parameter) {
  const fs::path place = named_file(value, "parameter/table", "{file: PATH, column: NAME}");
  const std::string interpolation = text_of(value, "interpolation");
  TableRequest request;
  request.column = text_of(value, "column");
  request.arguments = parameter.arguments;
  request.range = parameter.range;
  request.interpolation = interpolation == "monotone" ? Interpolation::monotone
                          : interpolation.empty()     ? parameter.interpolation
                                                      : Interpolation::linear;
  const std::string outside = text_of(value, "outside");
  request.outside = outside == "linear" ? Outside::linear
                    : outside == "nan"  ? Outside::nan
                                        : Outside::constant;
  TableData data = read_table(place, request);
  check_checksum(value, data.file, data.checksum);
  set_member(value, "file", data.file);
  set_member(value, "column", data.column);
  set_member(value, "checksum", data.checksum);
  return data;
}

std::vector<Problem> located(const Error& error, const SectionValues& values,
                             const ParameterDeclaration& parameter) {
  const std::string name = values.section().qualified(parameter.name);
  const Node value = values.get<Node>(parameter.name);
  const Node* file = value.find("file");
  std::vector<Problem> problems = error.problems();
  for (Problem& problem : problems) {
    if (!problem.where.known()) problem.where = file ? file->where : values.where(parameter.name);
    problem.message = name + ": " + problem.message;
    problem.notes.push_back(name + ": " + parameter.description + "; " + parameter.legal_values());
  }
  return problems;
}

/// Calls visit(values, declaration) for every data file and table that is set.
template <class Parameters, class Visit>
void for_each(Parameters& parameters, const Visit& visit) {
  for (const auto& [path, section] : parameters.registry().sections())
    for (std::size_t i = 0; i < parameters.instances(path).size(); ++i)
      for (const ParameterDeclaration& parameter : section.parameters) {
        auto& values = parameters.section(path, int(i));
        if (names_file(parameter.type) && values.has(parameter.name)) visit(values, parameter);
      }
}

NamedData named(const std::string& parameter, const DataGrid& data) {
  return {
      parameter, data.file, data.dataset, {data.points.begin(), data.points.end()}, data.checksum};
}

NamedData named(const std::string& parameter, const TableData& data) {
  NamedData result{parameter, data.file, data.column, {int(data.x.size())}, data.checksum};
  if (!data.y.empty()) result.points.push_back(int(data.y.size()));
  return result;
}

}  // namespace

void read_data_files(ParameterSet& parameters, const MakeFieldFileReader& make_reader,
                     const Grid& grid, std::vector<Problem>& problems) {
  for_each(parameters, [&](SectionValues& values, const ParameterDeclaration& parameter) {
    ParameterValue held = values.at(parameter.name);
    try {
      Node& value = std::get<Node>(held.value);
      if (parameter.type == ValueType::table)
        values.set_table(parameter.name,
                         std::make_shared<const TableData>(read_table_data(value, parameter)));
      else
        values.set_data(parameter.name, std::make_shared<const DataGrid>(
                                            read_grid_data(value, make_reader, grid, parameter)));
      values.set(parameter.name, std::move(held));
    } catch (const Error& error) {
      const std::vector<Problem> found = located(error, values, parameter);
      problems.insert(problems.end(), found.begin(), found.end());
    }
  });
}

bool names_data_files(const ParameterSet& parameters) {
  bool any = false;
  for_each(parameters, [&](const SectionValues&, const ParameterDeclaration&) { any = true; });
  return any;
}

std::vector<NamedData> data_files(const ParameterSet& parameters) {
  std::vector<NamedData> list;
  for_each(parameters, [&](const SectionValues& values, const ParameterDeclaration& parameter) {
    const std::string name = values.section().qualified(parameter.name);
    list.push_back(parameter.type == ValueType::table ? named(name, *values.table(parameter.name))
                                                      : named(name, *values.data(parameter.name)));
  });
  return list;
}

}  // namespace cardon
