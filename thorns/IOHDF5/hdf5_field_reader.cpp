// SPDX-License-Identifier: Apache-2.0
#include "hdf5_field_reader.hpp"

#include "attributes.hpp"
#include "cardon/error.hpp"
#include "gathered_file.hpp"
#include "hdf5_handle.hpp"
#include "index_file.hpp"

namespace cardon {
namespace {

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
  int dimensions = 0;
  const Box box = points_of(dataset, dimensions);
  if (dimensions != data.dimensions) throw Hdf5Failure{"the dataset does not fit its axes"};
  data.points = box.hi;
  data.values.resize(std::size_t(box.points()));
  hdf5_check(
      H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, data.values.data()));
}

// HDF5 takes values of a missing file for NaN and says nothing.
void require_parts(const std::filesystem::path& path, hid_t file, hid_t dataset) {
  for (const SiteFile& part : site_files(dataset)) {
    const std::filesystem::path place = path.parent_path() / part.file;
    if (!std::filesystem::exists(place)) fail_without_part(path, part.file);
    open_part(file, mesh_path(file), place, part.box);
  }
}

FieldData read_file(const std::filesystem::path& path) {
  FieldData data;
  Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  const std::filesystem::path mesh_at = mesh_path(file);
  const std::filesystem::path iteration_at = mesh_at.parent_path().parent_path();
  data.name = mesh_at.filename();
  data.iteration = std::stol(iteration_at.filename());
  Hdf5Handle iteration(H5Gopen2(file, iteration_at.c_str(), H5P_DEFAULT), H5Gclose);
  data.time = Attributes(iteration).numbers("time").at(0);
  Hdf5Handle dataset(H5Dopen2(file, mesh_at.c_str(), H5P_DEFAULT), H5Dclose);
  require_parts(path, file, dataset);
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

std::vector<FieldFilePart> Hdf5FieldReader::parts(const std::filesystem::path& file) const {
  return from_file(file, [](const std::filesystem::path& path) {
    const Hdf5Handle handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    const Hdf5Handle dataset(H5Dopen2(handle, mesh_path(handle).c_str(), H5P_DEFAULT), H5Dclose);
    std::vector<FieldFilePart> parts;
    for (const SiteFile& part : site_files(dataset))
      parts.push_back({site_of(path, part.file), part.file});
    return parts;
  });
}

void Hdf5FieldReader::gather(const std::filesystem::path& file,
                             std::span<const std::filesystem::path> parts,
                             const std::filesystem::path& target) const {
  from_file(file, [&](const std::filesystem::path& path) { gather_file(path, parts, target); });
}

}  // namespace cardon
