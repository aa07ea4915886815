// SPDX-License-Identifier: Apache-2.0
#include "hdf5_field_reader.hpp"

#include <cardon/thorn/error.hpp>

#include "attributes.hpp"
#include "data_file_reader.hpp"
#include "gathered_file.hpp"
#include "hdf5_handle.hpp"
#include "index_file.hpp"
#include "mesh_reader.hpp"

namespace cardon {
namespace {

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
  } catch (const std::logic_error&) {  // a name that is not a number, a list that is too short
    fail(file, "its attributes are not those that Cardon writes");
  }
}

}  // namespace

FieldData Hdf5FieldReader::read(const std::filesystem::path& file) const {
  return from_file(file, read_file);
}

FieldData Hdf5FieldReader::read_data(const std::filesystem::path& file,
                                     const std::string& dataset) const {
  const std::lock_guard lock(hdf5_mutex());
  hdf5_start();
  return read_data_file(file, dataset);
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
