// SPDX-License-Identifier: Apache-2.0
#include "mesh_reader.hpp"

#include <cardon/kit/unit_dimension.hpp>
#include <new>
#include <string>

#include "foreign_storage.hpp"
#include "gathered_file.hpp"
#include "index_file.hpp"
#include "mesh_file.hpp"

namespace cardon {

void read_axes(const Attributes& mesh, FieldData& data) {
  const auto spacing = mesh.numbers("gridSpacing"), offset = mesh.numbers("gridGlobalOffset");
  const auto position = mesh.numbers("position"), periodic = mesh.numbers("periodic");
  const auto lower = mesh.numbers("domainLower"), upper = mesh.numbers("domainUpper");
  if (spacing.empty() || spacing.size() > 3)
    throw Hdf5Failure{"gridSpacing has " + std::to_string(spacing.size()) + " numbers"};
  data.dimensions = int(spacing.size());
  if (mesh.has("gridUnit") && mesh.has("gridUnitSI") && unit_dimension(mesh.text("gridUnit")))
    data.length_si = mesh.numbers("gridUnitSI").at(0);
  for (int d = 0; d < data.dimensions; ++d) {
    const std::size_t n = spacing.size() - 1 - std::size_t(d);
    data.spacing[d] = spacing[n];
    data.origin[d] = offset.at(n) + position.at(n) * spacing[n];
    data.lower[d] = lower.at(n);
    data.upper[d] = upper.at(n);
    data.periodic[d] = periodic.at(n) != 0;
  }
}

namespace {

/// The size in the file may be anything, as values that were never written take no room there.
void make_room(const Box& box, std::vector<Real>& values) try {
  std::size_t count = 1;
  for (int d = 0; d < 3; ++d) {
    const auto n = std::size_t(box.extent(d));
    if (n > 0 && count > values.max_size() / n) throw std::bad_alloc();
    count *= n;
  }
  values.resize(count);
} catch (const std::bad_alloc&) {
  throw Hdf5Failure{"cannot allocate memory for the values"};
}

}  // namespace

void read_values(hid_t dataset, FieldData& data) {
  int dimensions = 0;
  const Box box = points_of(dataset, dimensions);
  if (dimensions != data.dimensions) throw Hdf5Failure{"the dataset does not fit its axes"};
  data.points = box.hi;
  make_room(box, data.values);
  hdf5_check(
      H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, data.values.data()));
}

// HDF5 takes values of a missing file for NaN and says nothing.
void require_parts(const std::filesystem::path& path, hid_t file, hid_t dataset) {
  for (const SiteFile& part : site_files(dataset)) {
    const std::filesystem::path place = path.parent_path() / part.file;
    if (!std::filesystem::exists(place)) fail_without_part(path, part.file);
    require_near(place, path);
    open_part(file, mesh_path(file), place, part.box);
  }
  require_near_values(dataset, path);
}

}  // namespace cardon
