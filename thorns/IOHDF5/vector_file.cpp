// SPDX-License-Identifier: Apache-2.0
#include "vector_file.hpp"

#include <cardon/kit/text_file.hpp>
#include <system_error>

#include "openpmd.hpp"
#include "written_file.hpp"

namespace cardon {
namespace {

// Hyperslabs with one direction more: component c of all points.
struct Places {
  Places(const Grid& grid, int places) : dimensions(grid.dimensions + 1) {
    const Hyperslab points(grid.domain(), grid.dimensions);
    for (int n = 0; n < grid.dimensions; ++n) size[n] = one[n] = points.count[n];
    size[grid.dimensions] = hsize_t(places);
    one[grid.dimensions] = 1;
  }
  int dimensions;
  hsize_t size[4], one[4];
};

Hdf5Handle mapping(const Places& places, const std::string& iteration,
                   const std::vector<ComponentFile>& components) {
  Hdf5Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  hdf5_check(H5Pset_obj_track_times(list, false));
  Hdf5Handle whole(H5Screate_simple(places.dimensions, places.size, nullptr), H5Sclose);
  Hdf5Handle source(H5Screate_simple(places.dimensions - 1, places.size, nullptr), H5Sclose);
  for (std::size_t c = 0; c < components.size(); ++c) {
    hsize_t start[4] = {0, 0, 0, 0};
    start[places.dimensions - 1] = c;
    hdf5_check(H5Sselect_hyperslab(whole, H5S_SELECT_SET, start, nullptr, places.one, nullptr));
    const std::string file = "../" + components[c].file;
    const std::string dataset = iteration + "/meshes/" + components[c].name;
    hdf5_check(H5Pset_virtual(list, whole, file.c_str(), dataset.c_str(), source));
  }
  return list;
}

Hdf5Handle intermediate_groups() {
  Hdf5Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  hdf5_check(H5Pset_create_intermediate_group(links, 1));
  return links;
}

void link_component(hid_t group, const std::string& link, const std::string& iteration,
                    const ComponentFile& component) {
  hdf5_check(H5Lcreate_external(("../" + component.file).c_str(),
                                (iteration + "/meshes/" + component.name).c_str(), group,
                                link.c_str(), H5P_DEFAULT, H5P_DEFAULT));
}

void link_components(hid_t record, const std::string& iteration,
                     const std::vector<ComponentFile>& components) {
  for (const ComponentFile& c : components) link_component(record, c.label, iteration, c);
}

// What is said of the first component, but for which one it is.
GridFunction as_whole(GridFunction field) {
  field.description = field.description.substr(0, field.description.rfind(", "));
  return field;
}

void add_record(hid_t meshes, const std::string& iteration, const Grid& grid,
                const OutputRecord& record) {
  if (record.components.size() == 1)
    return link_component(meshes, record.name, iteration, record.components[0]);
  Hdf5Handle group(H5Gcreate2(meshes, record.name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                   H5Gclose);
  describe_mesh(group, grid, as_whole(*record.first));
  link_components(group, iteration, record.components);
  group.close();
}

}  // namespace

std::string vector_dataset(const std::string& name) { return "/vectors/" + name; }

void write_vector_file(const std::filesystem::path& file, const FieldFileHeader& header,
                       const Snapshot& snapshot, const GridFunction& first, bool single,
                       const std::vector<ComponentFile>& components, int places) try {
  const std::lock_guard lock(hdf5_mutex());
  const Grid& grid = *snapshot.grid;
  const std::string path = iteration_path(snapshot.iteration);
  WrittenFile handle(file);
  describe_file(handle, header.series, header.title, header.losses, header.provenance);
  Hdf5Handle links = intermediate_groups();
  Hdf5Handle record(H5Gcreate2(handle, (path + "/meshes/" + header.name).c_str(), links,
                               H5P_DEFAULT, H5P_DEFAULT),
                    H5Gclose);
  Hdf5Handle iteration(H5Gopen2(handle, path.c_str(), H5P_DEFAULT), H5Gclose);
  describe_iteration(iteration, snapshot);
  describe_mesh(record, grid, as_whole(first));
  link_components(record, path, components);
  const Places all(grid, places);
  Hdf5Handle space(H5Screate_simple(all.dimensions, all.size, nullptr), H5Sclose);
  Hdf5Handle(H5Dcreate2(handle, vector_dataset(header.name).c_str(), file_type(single), space,
                        links, mapping(all, path, components), H5P_DEFAULT),
             H5Dclose)
      .close();
  iteration.close();
  record.close();
  handle.close();
} catch (const Hdf5Failure& failure) {
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  fail_to_write(file, failure.reason);
}

void write_output_file(const std::filesystem::path& file, const FieldFileHeader& header,
                       const Snapshot& snapshot, const std::vector<OutputRecord>& records) try {
  const std::lock_guard lock(hdf5_mutex());
  const std::string path = iteration_path(snapshot.iteration);
  WrittenFile handle(file);
  describe_file(handle, header.series, header.title, header.losses, header.provenance);
  Hdf5Handle links = intermediate_groups();
  Hdf5Handle meshes(H5Gcreate2(handle, (path + "/meshes").c_str(), links, H5P_DEFAULT, H5P_DEFAULT),
                    H5Gclose);
  Hdf5Handle iteration(H5Gopen2(handle, path.c_str(), H5P_DEFAULT), H5Gclose);
  describe_iteration(iteration, snapshot);
  for (const OutputRecord& record : records) add_record(meshes, path, *snapshot.grid, record);
  iteration.close();
  meshes.close();
  handle.close();
} catch (const Hdf5Failure& failure) {
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  fail_to_write(file, failure.reason);
}

}  // namespace cardon
