// SPDX-License-Identifier: Apache-2.0
#include "startup/data_files.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "machine/host_names.hpp"
#include "parameters/folder_of_text.hpp"
#include "restart/unique_strings.hpp"
#include "startup/data_placing.hpp"

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

std::shared_ptr<FieldFileReader> reader_of(const ServiceCatalogue& catalogue) {
  const auto readers = catalogue.of_role(role_name<FieldFileReader>);
  if (readers.empty())
    throw Error({.slug = "parameter/data-file",
                 .message = "no thorn reads data files",
                 .help = "IOHDF5 does; cardon list thorns tells where it is looked for"});
  return catalogue.make<FieldFileReader>(readers.front()->service.name);
}

void check_checksum(const Node& value, const DataGrid& data) {
  const Node* wanted = value.find("checksum");
  if (!wanted || wanted->text == data.checksum) return;
  throw Error({.slug = "parameter/data-file-changed",
               .message = fmt::format("{} has other values than it had", data.file),
               .where = wanted->where,
               .notes = {fmt::format("checksum {}, wanted is {}", data.checksum, wanted->text)},
               .help = "bring the file back, or remove the checksum to take it as it is"});
}

DataGrid read(Node& value, const ServiceCatalogue& catalogue, const Grid& grid,
              const ParameterDeclaration& parameter) {
  const Node* file = value.find("file");
  if (!file || file->text.empty())
    throw Error({.slug = "parameter/data-file",
                 .message = "no file is named",
                 .help = "write {file: PATH, dataset: NAME}"});
  const fs::path place = place_of(*file);
  FieldData read = reader_of(catalogue)->read_data(place, text_of(value, "dataset"));
  const std::string dataset = read.name;
  DataGrid data = place_data(std::move(read), grid, parameter);
  data.file = place.string();
  data.dataset = dataset;
  check_checksum(value, data);
  set_member(value, "file", data.file);
  set_member(value, "dataset", data.dataset);
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

/// Calls visit(values, declaration) for every data file that is set.
template <class Parameters, class Visit>
void for_each(Parameters& parameters, const Visit& visit) {
  for (const auto& [path, section] : parameters.registry().sections())
    for (std::size_t i = 0; i < parameters.instances(path).size(); ++i)
      for (const ParameterDeclaration& parameter : section.parameters) {
        auto& values = parameters.section(path, int(i));
        if (parameter.type == ValueType::data_file && values.has(parameter.name))
          visit(values, parameter);
      }
}

}  // namespace

void read_data_files(ParameterSet& parameters, const ServiceCatalogue& catalogue, const Grid& grid,
                     std::vector<Problem>& problems) {
  for_each(parameters, [&](SectionValues& values, const ParameterDeclaration& parameter) {
    ParameterValue held = values.at(parameter.name);
    try {
      auto data = std::make_shared<const DataGrid>(
          read(std::get<Node>(held.value), catalogue, grid, parameter));
      values.set(parameter.name, std::move(held));
      values.set_data(parameter.name, std::move(data));
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
    list.push_back({values.section().qualified(parameter.name), values.data(parameter.name)});
  });
  return list;
}

void compare_data_files(const ParameterSet& parameters, Transport& transport) {
  std::string mine;
  for (const NamedData& named : data_files(parameters))
    mine += fmt::format("{} {}\n", named.parameter, named.data->checksum);
  const UniqueStrings all = distinct_texts(mine, transport);
  if (all.texts.size() < 2) return;
  const int rank = all.first_ranks[1];
  const std::string host = gather_text(host_name(), transport)[std::size_t(rank)];
  throw Error(
      {.slug = "parameter/data-files-differ",
       .message = fmt::format("rank {} on {} has read other data files than rank 0", rank, host),
       .notes = {"rank 0: " + all.texts[0], fmt::format("rank {}: {}", rank, all.texts[1])},
       .help = "give all sites the same files"},
      exit_environment)
      .on_all_ranks();
}

}  // namespace cardon
