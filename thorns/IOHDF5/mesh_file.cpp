// SPDX-License-Identifier: Apache-2.0
#include "mesh_file.hpp"

#include <limits>

#include "attributes.hpp"
#include "openpmd.hpp"

namespace cardon {
namespace {

// The grid whose points are those of a part of another one; the domain is still the whole.
Grid part_of(Grid grid, const Box& part) {
  for (int d = 0; d < grid.dimensions; ++d) {
    grid.origin[d] = grid.coordinate(d, part.lo[d]);
    if (part.extent(d) != grid.points[d]) grid.periodic[d] = false;
    grid.points[d] = part.extent(d);
  }
  return grid;
}

// The name of the only member of a group.
std::string only_member(hid_t group) {
  char name[256] = "";
  hdf5_check(H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, 0, name, sizeof name,
                                H5P_DEFAULT));
  return name;
}

// Other than describe_file does: files of sites have their own names.
void name_series(hid_t file, const FieldFileHeader& header) {
  if (header.site.empty()) return;
  hdf5_check(H5Adelete(file, "iterationFormat"));
  Attributes root(file);
  root.set("iterationFormat", header.series + ".it%06T." + header.site + ".h5");
  root.set("site", header.site);
}

}  // namespace

Hyperslab::Hyperslab(const Box& box, int dimensions) : start{0, 0, 0}, count{1, 1, 1} {
  for (int n = 0; n < dimensions; ++n) {
    const int d = dimensions - 1 - n;
    start[n] = hsize_t(box.lo[d]);
    count[n] = hsize_t(box.extent(d));
  }
}

hid_t file_type(bool single) { return single ? H5T_IEEE_F32LE : H5T_IEEE_F64LE; }

std::string mesh_path(hid_t file) {
  Hdf5Handle base(H5Gopen2(file, "/data", H5P_DEFAULT), H5Gclose);
  const std::string meshes = only_member(base) + "/meshes";
  Hdf5Handle group(H5Gopen2(base, meshes.c_str(), H5P_DEFAULT), H5Gclose);
  return "/data/" + meshes + "/" + only_member(group);
}

Box points_of(hid_t dataset, int& dimensions) {
  Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  dimensions = H5Sget_simple_extent_ndims(space);
  if (dimensions < 1 || dimensions > 3) throw Hdf5Failure{"the dataset is not a field"};
  hsize_t size[3] = {1, 1, 1};
  hdf5_check(H5Sget_simple_extent_dims(space, size, nullptr));
  Box box{{0, 0, 0}, {1, 1, 1}};
  for (int n = 0; n < dimensions; ++n) {
    if (size[n] > hsize_t(std::numeric_limits<int>::max()))
      throw Hdf5Failure{"the dataset has " + std::to_string(size[n]) + " points in a direction"};
    box.hi[dimensions - 1 - n] = int(size[n]);
  }
  return box;
}

Hdf5Handle create_mesh(hid_t file, const FieldFileHeader& header, const Snapshot& snapshot,
                       const GridFunction& field, const Box& part, bool single, hid_t storage) {
  describe_file(file, header.series, header.title, header.losses, header.provenance);
  name_series(file, header);
  Hdf5Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  hdf5_check(H5Pset_create_intermediate_group(links, 1));
  const std::string path = iteration_path(snapshot.iteration);
  Hdf5Handle meshes(H5Gcreate2(file, (path + "/meshes").c_str(), links, H5P_DEFAULT, H5P_DEFAULT),
                    H5Gclose);
  Hdf5Handle iteration(H5Gopen2(file, path.c_str(), H5P_DEFAULT), H5Gclose);
  describe_iteration(iteration, snapshot);
  const Grid grid = part_of(*snapshot.grid, part);
  const Hyperslab size(part, grid.dimensions);
  Hdf5Handle space(H5Screate_simple(grid.dimensions, size.count, nullptr), H5Sclose);
  Hdf5Handle dataset(H5Dcreate2(meshes, header.name.c_str(), file_type(single), space, H5P_DEFAULT,
                                storage, H5P_DEFAULT),
                     H5Dclose);
  describe_mesh(dataset, grid, field);
  return dataset;
}

}  // namespace cardon
