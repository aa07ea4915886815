// SPDX-License-Identifier: Apache-2.0
#include "mesh_reader.hpp"

#include <new>
#include <string>
#include <utility>

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
  throw Hdf5Failure{"there is no memory for so many values"};
}

std::string text_of(ssize_t (*get)(hid_t, std::size_t, char*, std::size_t), hid_t list,
                    std::size_t index) {
  const ssize_t length = get(list, index, nullptr, 0);
  hdf5_check(length);
  std::string text(std::size_t(length) + 1, '\0');
  hdf5_check(get(list, index, text.data(), text.size()));
  text.pop_back();
  return text;
}

/// The folder of the file that has a dataset.
std::filesystem::path folder_of(hid_t dataset) {
  const ssize_t length = H5Fget_name(dataset, nullptr, 0);
  hdf5_check(length);
  std::string name(std::size_t(length) + 1, '\0');
  hdf5_check(H5Fget_name(dataset, name.data(), name.size()));
  name.pop_back();
  return std::filesystem::path(name).parent_path();
}

/// A source may have sources of its own; `depth` ends circles.
void require_sources(hid_t dataset, int depth) {
  if (depth > 16) throw Hdf5Failure{"virtual datasets refer to each other"};
  const Hdf5Handle list(H5Dget_create_plist(dataset), H5Pclose);
  if (H5Pget_layout(list) != H5D_VIRTUAL) return;
  std::size_t count = 0;
  hdf5_check(H5Pget_virtual_count(list, &count));
  for (std::size_t n = 0; n < count; ++n) {
    const std::string name = text_of(H5Pget_virtual_filename, list, n);
    const std::string source = text_of(H5Pget_virtual_dsetname, list, n);
    if ((name + source).find('%') != name.npos)
      throw Hdf5Failure{"its values are in files named by the pattern " + name + " " + source +
                        "; h5repack makes one file of them"};
    Hdf5Handle same(H5Iget_file_id(dataset), H5Fclose);
    const std::filesystem::path place = folder_of(dataset) / name;
    if (name != "." && !std::filesystem::exists(place))
      throw Hdf5Failure{"it takes values from " + place.string() + ", which is not there"};
    const Hdf5Handle file =
        name == "." ? std::move(same)
                    : Hdf5Handle(H5Fopen(place.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    const hid_t values = H5Dopen2(file, source.c_str(), H5P_DEFAULT);
    if (values < 0)
      throw Hdf5Failure{"it takes values from " + source + " of " + place.string() +
                        ", which cannot be read"};
    require_sources(Hdf5Handle(values, H5Dclose), depth + 1);
  }
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

void require_sources(hid_t dataset) { require_sources(dataset, 0); }

// HDF5 takes values of a missing file for NaN and says nothing.
void require_parts(const std::filesystem::path& path, hid_t file, hid_t dataset) {
  for (const SiteFile& part : site_files(dataset)) {
    const std::filesystem::path place = path.parent_path() / part.file;
    if (!std::filesystem::exists(place)) fail_without_part(path, part.file);
    open_part(file, mesh_path(file), place, part.box);
  }
}

}  // namespace cardon
