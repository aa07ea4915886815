// SPDX-License-Identifier: Apache-2.0
#include "mesh_reader.hpp"

#include "gathered_file.hpp"
#include "index_file.hpp"
#include "mesh_file.hpp"

namespace cardon {

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

}  // namespace cardon
