// SPDX-License-Identifier: Apache-2.0
#include "hdf5_field_reader.hpp"

#include "attributes.hpp"
#include "cardon/error.hpp"
#include "hdf5_handle.hpp"

namespace cardon {
namespace {

// The name of the only member of a group.
std::string only_member(hid_t group) {
  char name[256] = "";
  hdf5_check(H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, 0, name, sizeof name,
                                H5P_DEFAULT));
  return name;
}

void read_axes(const Attributes& mesh, FieldData& data) {
  const auto spacing = mesh.numbers("gridSpacing"), offset = mesh.numbers("gridGlobalOffset");
  const auto position = mesh.numbers("position"), periodic = mesh.numbers("periodic");
  const auto lower = mesh.numbers("domainLower"), upper = mesh.numbers("domainUpper");
  data.dimensions = int(spacing.size());
  for (int d = 0; d < data.dimensions; ++d) {
    const std::size_t n = spacing.size() - 1 - std::size_t(d);
    data.spacing[d] = spacing[n];
    data.origin[d] = offset.at(n) + position.at(n) * spacing[n];
    data.lower[d] = lower.at(n);
    data.upper[d] = upper.at(n);
    data.periodic[d] = periodic.at(n) != 0;
  }
}

void read_values(hid_t dataset, FieldData& data) {
  Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  hsize_t size[3] = {1, 1, 1};
  if (H5Sget_simple_extent_ndims(space) != data.dimensions)
    throw Hdf5Failure{"the dataset does not fit its axes"};
  hdf5_check(H5Sget_simple_extent_dims(space, size, nullptr));
  std::size_t count = 1;
  for (int n = 0; n < data.dimensions; ++n) {
    data.points[std::size_t(data.dimensions - 1 - n)] = int(size[n]);
    count *= size[n];
  }
  data.values.resize(count);
  hdf5_check(
      H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, data.values.data()));
}

FieldData read_file(const std::filesystem::path& path) {
  FieldData data;
  Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  Hdf5Handle base(H5Gopen2(file, "/data", H5P_DEFAULT), H5Gclose);
  const std::string number = only_member(base);
  data.iteration = std::stol(number);
  Hdf5Handle iteration(H5Gopen2(base, number.c_str(), H5P_DEFAULT), H5Gclose);
  data.time = Attributes(iteration).numbers("time").at(0);
  Hdf5Handle meshes(H5Gopen2(iteration, "meshes", H5P_DEFAULT), H5Gclose);
  data.name = only_member(meshes);
  Hdf5Handle dataset(H5Dopen2(meshes, data.name.c_str(), H5P_DEFAULT), H5Dclose);
  const Attributes mesh(dataset);
  data.unit = mesh.text("unit");
  read_axes(mesh, data);
  read_values(dataset, data);
  return data;
}

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& reason) {
  Problem problem;
  problem.slug = "output/unreadable";
  problem.message = file.string() + " is not a field file of Cardon, or it is damaged";
  problem.notes = {reason};
  throw Error(std::move(problem), exit_environment);
}

template <class Read>
auto from_file(const std::filesystem::path& file, const Read& read) {
  const std::lock_guard lock(hdf5_mutex());
  hdf5_start();
  try {
    return read(file);
  } catch (const Hdf5Failure& failure) {
    fail(file, failure.reason);
  } catch (const std::logic_error&) {  // a name that is no number, a list that is too short
    fail(file, "its attributes are not those that Cardon writes");
  }
}

}  // namespace

FieldData Hdf5FieldReader::read(const std::filesystem::path& file) const {
  return from_file(file, read_file);
}

std::string Hdf5FieldReader::provenance(const std::filesystem::path& file) const {
  return from_file(file, [](const std::filesystem::path& path) -> std::string {
    const Hdf5Handle handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    const Attributes root(handle);
    return root.has("provenance") ? root.text("provenance") : "";
  });
}

}  // namespace cardon
