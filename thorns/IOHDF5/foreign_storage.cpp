// SPDX-License-Identifier: Apache-2.0
#include "foreign_storage.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "hdf5_handle.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;

constexpr int max_sources = 16;  // of sources, of sources of those, ...

std::string text_of(ssize_t (*get)(hid_t, std::size_t, char*, std::size_t), hid_t list,
                    std::size_t index) {
  const ssize_t length = get(list, index, nullptr, 0);
  hdf5_check(length);
  std::string text(std::size_t(length) + 1, '\0');
  hdf5_check(get(list, index, text.data(), text.size()));
  text.pop_back();
  return text;
}

/// The file that has a dataset: not the one where it was looked for, if that has a link.
fs::path file_of(hid_t dataset) {
  const ssize_t length = H5Fget_name(dataset, nullptr, 0);
  hdf5_check(length);
  std::string name(std::size_t(length) + 1, '\0');
  hdf5_check(H5Fget_name(dataset, name.data(), name.size()));
  name.pop_back();
  return name;
}

[[noreturn]] void refuse(const std::string& what) {
  throw Hdf5Failure{what +
                    "; only files in the folder of this one and below are read: h5repack "
                    "makes one file of several"};
}

/// Links followed.
bool lies_beside(const fs::path& place, const fs::path& file) {
  std::error_code failed;
  const fs::path folder = fs::canonical(file, failed).parent_path();
  if (failed) return false;
  const fs::path there = fs::canonical(place, failed);
  return !failed && std::mismatch(folder.begin(), folder.end(), there.begin(), there.end()).first ==
                        folder.end();
}

class Search {
 public:
  explicit Search(const fs::path& file) : file_(file) {}

  void require_near(hid_t dataset, int depth) const {
    if (depth > max_sources) throw Hdf5Failure{"virtual datasets refer to each other"};
    const fs::path holder = file_of(dataset);
    if (!lies_beside(holder, file_)) refuse("its values are in " + holder.string());
    const Hdf5Handle list(H5Dget_create_plist(dataset), H5Pclose);
    // HDF5 counts such paths from the current folder, so their place proves nothing.
    if (H5Pget_external_count(list) > 0) refuse("its values are raw data outside of HDF5 files");
    if (H5Pget_layout(list) == H5D_VIRTUAL) require_near_sources(dataset, list, holder, depth);
  }

 private:
  void require_near_sources(hid_t dataset, hid_t list, const fs::path& holder, int depth) const {
    std::size_t count = 0;
    hdf5_check(H5Pget_virtual_count(list, &count));
    for (std::size_t n = 0; n < count; ++n) {
      const std::string name = text_of(H5Pget_virtual_filename, list, n);
      const std::string source = text_of(H5Pget_virtual_dsetname, list, n);
      if ((name + source).find('%') != name.npos)
        throw Hdf5Failure{"its values are in files named by the pattern " + name + " " + source +
                          "; h5repack makes one file of them"};
      require_near_source(dataset, name, source, holder.parent_path() / name, depth);
    }
  }

  void require_near_source(hid_t dataset, const std::string& name, const std::string& source,
                           const fs::path& place, int depth) const {
    if (name != "." && !fs::is_regular_file(place))
      throw Hdf5Failure{"it takes values from " + place.string() + ", which does not exist"};
    if (name != "." && !lies_beside(place, file_)) refuse("it takes values from " + place.string());
    const Hdf5Handle file =
        name == "." ? Hdf5Handle(H5Iget_file_id(dataset), H5Fclose)
                    : Hdf5Handle(H5Fopen(place.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    const hid_t values = H5Dopen2(file, source.c_str(), H5P_DEFAULT);
    if (values < 0)
      throw Hdf5Failure{"it takes values from " + source + " of " + place.string() +
                        ", which cannot be read"};
    require_near(Hdf5Handle(values, H5Dclose), depth + 1);
  }

  const fs::path& file_;
};

}  // namespace

void require_near(const fs::path& source, const fs::path& file) {
  if (!lies_beside(source, file)) refuse("it takes values from " + source.string());
}

void require_near_values(hid_t dataset, const fs::path& file) {
  Search(file).require_near(dataset, 0);
}

}  // namespace cardon
