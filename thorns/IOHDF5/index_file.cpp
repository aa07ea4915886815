// SPDX-License-Identifier: Apache-2.0
#include "index_file.hpp"

#include <algorithm>
#include <cardon/kit/text_file.hpp>
#include <limits>
#include <system_error>

#include "openpmd.hpp"
#include "written_file.hpp"

namespace cardon {
namespace {

void map_part(hid_t list, hid_t whole, const SiteFile& part, const std::string& dataset,
              int dimensions) {
  const Hyperslab slab(part.box, dimensions);
  hdf5_check(H5Sselect_hyperslab(whole, H5S_SELECT_SET, slab.start, nullptr, slab.count, nullptr));
  Hdf5Handle source(H5Screate_simple(dimensions, slab.count, nullptr), H5Sclose);
  hdf5_check(H5Pset_virtual(list, whole, part.file.c_str(), dataset.c_str(), source));
}

Hdf5Handle mapping(const Grid& grid, const std::string& dataset,
                   const std::vector<SiteFile>& files) {
  Hdf5Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  hdf5_check(H5Pset_obj_track_times(list, false));
  const double missing = std::numeric_limits<double>::quiet_NaN();
  hdf5_check(H5Pset_fill_value(list, H5T_NATIVE_DOUBLE, &missing));
  const Hyperslab size(grid.domain(), grid.dimensions);
  Hdf5Handle whole(H5Screate_simple(grid.dimensions, size.count, nullptr), H5Sclose);
  for (const SiteFile& part : files) map_part(list, whole, part, dataset, grid.dimensions);
  return list;
}

// The points that a selection covers.
Box selected(hid_t space) {
  const int dimensions = H5Sget_simple_extent_ndims(space);
  if (dimensions < 1 || dimensions > 3) throw Hdf5Failure{"the dataset is not a field"};
  hsize_t first[3], last[3];
  hdf5_check(H5Sget_select_bounds(space, first, last));
  if (*std::max_element(last, last + dimensions) >= hsize_t(std::numeric_limits<int>::max()))
    throw Hdf5Failure{"it refers to points beyond what an int can count"};
  Box box{{0, 0, 0}, {1, 1, 1}};
  for (int n = 0; n < dimensions; ++n) {
    box.lo[dimensions - 1 - n] = int(first[n]);
    box.hi[dimensions - 1 - n] = int(last[n]) + 1;
  }
  return box;
}

}  // namespace

void write_index_file(const std::filesystem::path& file, const FieldFileHeader& header,
                      const Snapshot& snapshot, const GridFunction& field, bool single,
                      const std::vector<SiteFile>& files) try {
  const std::lock_guard lock(hdf5_mutex());
  const Grid& grid = *snapshot.grid;
  const std::string dataset = iteration_path(snapshot.iteration) + "/meshes/" + header.name;
  WrittenFile handle(file);
  create_mesh(handle, header, snapshot, field, grid.domain(), single, mapping(grid, dataset, files))
      .close();
  handle.close();
} catch (const Hdf5Failure& failure) {
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  fail_to_write(file, failure.reason);
}

std::vector<SiteFile> site_files(hid_t dataset) {
  Hdf5Handle list(H5Dget_create_plist(dataset), H5Pclose);
  std::vector<SiteFile> files;
  if (H5Pget_layout(list) != H5D_VIRTUAL) return files;
  std::size_t count = 0;
  hdf5_check(H5Pget_virtual_count(list, &count));
  for (std::size_t n = 0; n < count; ++n) {
    std::string name(4096, '\0');
    hdf5_check(H5Pget_virtual_filename(list, n, name.data(), name.size()));
    Hdf5Handle space(H5Pget_virtual_vspace(list, n), H5Sclose);
    files.push_back({name.substr(0, name.find('\0')), selected(space)});
  }
  return files;
}

std::string site_of(const std::filesystem::path& index, const std::string& file) {
  const std::size_t stem = index.stem().string().size() + 1;
  const std::string name = std::filesystem::path(file).stem().string();
  return name.size() > stem ? name.substr(stem) : name;
}

}  // namespace cardon
