// SPDX-License-Identifier: Apache-2.0
#include "data_file_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <exception>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "foreign_storage.hpp"
#include "mesh_file.hpp"
#include "mesh_reader.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(std::string message, std::string help,
                         std::vector<std::string> notes = {}) {
  Problem problem;
  problem.slug = "parameter/data-file";
  problem.message = std::move(message);
  problem.notes = std::move(notes);
  problem.help = std::move(help);
  throw Error(std::move(problem));
}

/// What is wrong with a field file is here a mistake in a parameter.
[[noreturn]] void refuse_for(const Error& error) {
  std::vector<Problem> problems = error.problems();
  for (Problem& problem : problems) problem.slug = "parameter/data-file";
  throw Error(std::move(problems));
}

struct Listing {
  std::vector<std::string> grids;   ///< datasets that could be read
  std::vector<std::string> others;  ///< with what they are
  std::exception_ptr failure;       ///< must not pass through the C functions of HDF5
};

bool is_numeric(hid_t dataset) {
  const Hdf5Handle type(H5Dget_type(dataset), H5Tclose);
  const H5T_class_t kind = H5Tget_class(type);
  return kind == H5T_INTEGER || kind == H5T_FLOAT;
}

int directions(hid_t dataset) {
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  return H5Sget_simple_extent_ndims(space);
}

/// Empty for a dataset that can be read.
std::string obstacle(hid_t dataset) {
  if (!is_numeric(dataset)) return "not of numbers";
  const int n = directions(dataset);
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  if (H5Sget_simple_extent_npoints(space) == 0) return "empty";
  return n >= 1 && n <= 3 ? "" : fmt::format("{} directions", n);
}

std::string obstacle(hid_t file, const std::string& path) try {
  return obstacle(Hdf5Handle(H5Dopen2(file, path.c_str(), H5P_DEFAULT), H5Dclose));
} catch (const Hdf5Failure& failure) {
  return "damaged: " + failure.reason;
}

// HDF5's time for a walk grows with more than the square of the depth.
void refuse_deep_groups(std::string_view name) {
  constexpr auto max_depth = 64;
  if (std::count(name.begin(), name.end(), '/') > max_depth)
    refuse(fmt::format("groups are nested more than {} deep", max_depth),
           "name the dataset: {file: PATH, dataset: NAME}");
}

herr_t add_to_listing(hid_t file, const char* name, const H5O_info_t* info,
                      void* listing) noexcept {
  auto& list = *static_cast<Listing*>(listing);
  try {
    refuse_deep_groups(name);
    if (info->type != H5O_TYPE_DATASET) return 0;
    const std::string path = std::string("/") + name, why_not = obstacle(file, path);
    if (why_not.empty())
      list.grids.push_back(path);
    else
      list.others.push_back(fmt::format("{} ({})", path, why_not));
    return 0;
  } catch (...) {
    list.failure = std::current_exception();
    return -1;
  }
}

// From HDF5 1.12 on, what a visitor is told has another form.
#if H5_VERSION_GE(1, 12, 0)
constexpr auto visit_objects = H5Ovisit3;
#else
constexpr auto visit_objects = H5Ovisit2;
#endif

Listing list_of(hid_t file) {
  Listing list;
  const herr_t result =
      visit_objects(file, H5_INDEX_NAME, H5_ITER_NATIVE, add_to_listing, &list, H5O_INFO_BASIC);
  if (list.failure) std::rethrow_exception(list.failure);
  hdf5_check(result);
  return list;
}

std::vector<std::string> contents(const Listing& list) {
  std::vector<std::string> notes;
  if (!list.grids.empty()) notes.push_back(fmt::format("it has {}", fmt::join(list.grids, ", ")));
  if (!list.others.empty())
    notes.push_back(fmt::format("not grids of numbers: {}", fmt::join(list.others, ", ")));
  if (notes.empty()) notes.emplace_back("it has no dataset");
  return notes;
}

std::string chosen_dataset(hid_t file, const fs::path& path, const std::string& wanted) {
  const std::string name = wanted.starts_with('/') ? wanted : "/" + wanted;
  if (!wanted.empty() && obstacle(file, name).empty()) return name;  // may be a link: not listed
  const Listing list = list_of(file);
  if (wanted.empty()) {
    if (list.grids.size() == 1) return list.grids.front();
    refuse(fmt::format("{} has {} datasets with values on a grid", path.string(),
                       list.grids.empty() ? "no" : "several"),
           "name one: {file: PATH, dataset: NAME}", contents(list));
  }
  refuse(fmt::format("{} has no dataset {} with values on a grid", path.string(), name),
         "name one that it has", contents(list));
}

/// Numbers of an attribute in the order x, y, z.
std::vector<double> numbers(const Attributes& attributes, const char* name, const FieldData& data) {
  std::vector<double> values = attributes.numbers(name);
  if (values.size() == 1) values.resize(std::size_t(data.dimensions), values.front());
  if (values.size() != std::size_t(data.dimensions))
    refuse(fmt::format("the attribute {} of {} has {} numbers, the dataset {} directions", name,
                       data.name, values.size(), data.dimensions),
           "store one number for each direction, in the order x, y, z");
  return values;
}

void read_place(const Attributes& attributes, FieldData& data) {
  data.placed = attributes.has("spacing");
  if (!data.placed) {
    if (!attributes.has("origin")) return;
    refuse(fmt::format("{} has an attribute origin, but no attribute spacing", data.name),
           "store both, or neither to spread the values over the domain");
  }
  const auto spacing = numbers(attributes, "spacing", data);
  for (int d = 0; d < data.dimensions; ++d) {
    data.spacing[d] = spacing[std::size_t(d)];
    if (!(data.spacing[d] > 0 && data.spacing[d] < 1e150))
      refuse(
          fmt::format("the attribute spacing of {} is {} in {}", data.name, data.spacing[d],
                      "xyz"[d]),
          "store the distance between points for each direction, in the unit of length of the run");
  }
  if (!attributes.has("origin")) return;
  const auto origin = numbers(attributes, "origin", data);
  for (int d = 0; d < data.dimensions; ++d) data.origin[d] = origin[std::size_t(d)];
}

FieldData read(hid_t file, const fs::path& path, const std::string& name) {
  FieldData data;
  data.name = name;
  const Hdf5Handle dataset(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
  data.dimensions = directions(dataset);
  const Attributes attributes(dataset);
  const bool is_mesh = attributes.has("gridSpacing");
  is_mesh ? require_parts(path, file, dataset) : require_near_values(dataset, path);
  is_mesh ? read_axes(attributes, data) : read_place(attributes, data);
  if (attributes.has("unit")) data.unit = attributes.text("unit");
  read_values(dataset, data);
  return data;
}

}  // namespace

FieldData read_data_file(const fs::path& path, const std::string& dataset) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored))
    refuse(fmt::format("there is no file {}", path.string()),
           "paths are relative to the folder of the parameter file");
  if (H5Fis_hdf5(path.c_str()) <= 0)
    refuse(path.string() + " is not an HDF5 file, or it cannot be read",
           "data files are HDF5 files, such as output.fields writes");
  try {
    const Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    return read(file, path, chosen_dataset(file, path, dataset));
  } catch (const Hdf5Failure& failure) {
    refuse("cannot read " + path.string(), "check the file, such as with h5dump", {failure.reason});
  } catch (const Error& error) {
    refuse_for(error);
  } catch (const std::logic_error&) {  // a list that is too short
    refuse(path.string() + " has a mesh, but its attributes are not those that Cardon writes",
           "store the attributes origin and spacing instead");
  }
}

}  // namespace cardon
