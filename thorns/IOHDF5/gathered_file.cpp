// SPDX-License-Identifier: Apache-2.0
#include "gathered_file.hpp"

#include <fmt/format.h>

#include <cardon/kit/shell_quoted.hpp>
#include <cardon/kit/text_file.hpp>
#include <cardon/thorn/error.hpp>
#include <system_error>
#include <vector>

#include "attributes.hpp"
#include "field_file.hpp"
#include "foreign_storage.hpp"
#include "index_file.hpp"
#include "slab_plan.hpp"

namespace cardon {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what,
                       const std::string& note, const std::string& help) {
  throw Error({.slug = "output/unreadable",
               .message = file.string() + " " + what,
               .notes = {note},
               .help = help},
              exit_environment);
}

std::string provenance_of(hid_t file) {
  const Attributes root(file);
  return root.has("provenance") ? root.text("provenance") : "";
}

herr_t copy_attribute(hid_t from, const char* name, const H5A_info_t*, void* to) {
  try {
    Hdf5Handle source(H5Aopen(from, name, H5P_DEFAULT), H5Aclose);
    Hdf5Handle type(H5Aget_type(source), H5Tclose), space(H5Aget_space(source), H5Sclose);
    std::vector<std::byte> value(H5Tget_size(type) *
                                 std::size_t(H5Sget_simple_extent_npoints(space)));
    hdf5_check(H5Aread(source, type, value.data()));
    Hdf5Handle target(
        H5Acreate2(*static_cast<const hid_t*>(to), name, type, space, H5P_DEFAULT, H5P_DEFAULT),
        H5Aclose);
    hdf5_check(H5Awrite(target, type, value.data()));
    if (H5Tis_variable_str(type) > 0)
      hdf5_check(H5Dvlen_reclaim(type, space, H5P_DEFAULT, value.data()));
    return 0;
  } catch (const Hdf5Failure&) {
    return -1;
  }
}

void copy_attributes(hid_t from, hid_t to) {
  hsize_t position = 0;
  hdf5_check(H5Aiterate2(from, H5_INDEX_CRT_ORDER, H5_ITER_NATIVE, &position, copy_attribute, &to));
}

int deflate_level(hid_t dataset) {
  Hdf5Handle list(H5Dget_create_plist(dataset), H5Pclose);
  for (int n = 0; n < H5Pget_nfilters(list); ++n) {
    unsigned flags = 0, level = 0, config = 0;
    std::size_t count = 1;
    if (H5Pget_filter2(list, unsigned(n), &flags, &count, &level, 0, nullptr, &config) ==
        H5Z_FILTER_DEFLATE)
      return int(level);
  }
  return 0;
}

class Gatherer {
 public:
  Gatherer(const std::filesystem::path& file, std::span<const std::filesystem::path> parts)
      : index_(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose),
        path_(mesh_path(index_)),
        whole_(H5Dopen2(index_, path_.c_str(), H5P_DEFAULT), H5Dclose),
        files_(site_files(whole_)) {
    if (files_.size() != parts.size()) throw Bug("places of other parts than those of the file");
    for (std::size_t n = 0; n < parts.size(); ++n)
      parts_.push_back(open_part(index_, path_, parts[n], files_[n].box));
    domain_ = points_of(whole_, dimensions_);
    deflate_ = parts_.empty() ? 0 : deflate_level(parts_.front());
    Hdf5Handle type(H5Dget_type(whole_), H5Tclose);
    single_ = H5Tget_size(type) == sizeof(float);
  }

  void write(const std::filesystem::path& target) {
    WrittenFile file(target, file_access());
    copy_attributes(index_, file);
    Hdf5Handle dataset = create_dataset(file);
    const SlabPlan plan(domain_, dimensions_, 1, deflate_ > 0);
    for (int round = 0; round < plan.rounds(); ++round) {
      copy(plan.at(round, 0), dataset);
      file.check();
    }
    dataset.close();
    file.close();
  }

 private:
  hid_t memory_type() const { return single_ ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE; }

  Hdf5Handle create_dataset(hid_t file) const {
    Hdf5Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    hdf5_check(H5Pset_create_intermediate_group(links, 1));
    Hdf5Handle space(H5Dget_space(whole_), H5Sclose);
    Hdf5Handle dataset(H5Dcreate2(file, path_.c_str(), file_type(single_), space, links,
                                  storage_of(domain_, dimensions_, deflate_), H5P_DEFAULT),
                       H5Dclose);
    copy_attributes(whole_, dataset);
    const std::string step = std::filesystem::path(path_).parent_path().parent_path();
    Hdf5Handle from(H5Gopen2(index_, step.c_str(), H5P_DEFAULT), H5Gclose);
    Hdf5Handle to(H5Gopen2(file, step.c_str(), H5P_DEFAULT), H5Gclose);
    copy_attributes(from, to);
    return dataset;
  }

  void copy(const Box& slab, hid_t to) {
    std::vector<double> values(std::size_t(slab.points()));
    for (std::size_t n = 0; n < parts_.size(); ++n)
      if (const Box box = intersect(files_[n].box, slab); !box.empty())
        read(n, box, slab, values.data());
    const Hyperslab where(slab, dimensions_);
    Hdf5Handle space(H5Dget_space(to), H5Sclose);
    hdf5_check(
        H5Sselect_hyperslab(space, H5S_SELECT_SET, where.start, nullptr, where.count, nullptr));
    Hdf5Handle memory(H5Screate_simple(dimensions_, where.count, nullptr), H5Sclose);
    hdf5_check(H5Dwrite(to, memory_type(), memory, space, H5P_DEFAULT, values.data()));
  }

  void read(std::size_t part, const Box& box, const Box& slab, double* values) {
    const auto from = [&](const Box& origin) {
      return Hyperslab(shift(box, {-origin.lo[0], -origin.lo[1], -origin.lo[2]}), dimensions_);
    };
    const Hyperslab source = from(files_[part].box), target = from(slab), size(slab, dimensions_);
    Hdf5Handle space(H5Dget_space(parts_[part]), H5Sclose);
    hdf5_check(
        H5Sselect_hyperslab(space, H5S_SELECT_SET, source.start, nullptr, source.count, nullptr));
    Hdf5Handle memory(H5Screate_simple(dimensions_, size.count, nullptr), H5Sclose);
    hdf5_check(
        H5Sselect_hyperslab(memory, H5S_SELECT_SET, target.start, nullptr, target.count, nullptr));
    hdf5_check(H5Dread(parts_[part], memory_type(), memory, space, H5P_DEFAULT, values));
  }

  Hdf5Handle index_;
  std::string path_;
  Hdf5Handle whole_;
  std::vector<SiteFile> files_;
  std::vector<Hdf5Handle> parts_;
  Box domain_;
  int dimensions_ = 3, deflate_ = 0;
  bool single_ = false;
};

}  // namespace

Hdf5Handle open_part(hid_t file, const std::string& dataset, const std::filesystem::path& place,
                     const Box& box) try {
  Hdf5Handle part(H5Fopen(place.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (provenance_of(part) != provenance_of(file))
    fail(place, "is of another run", "the file that refers to it has another provenance",
         "copy the file of this run in its place");
  Hdf5Handle values(H5Dopen2(part, dataset.c_str(), H5P_DEFAULT), H5Dclose);
  require_near_values(values, place);
  int dimensions = 0;
  const Box here = points_of(values, dimensions);
  if (shift(here, box.lo) != box) throw Hdf5Failure{"it has other points"};
  return values;
} catch (const Hdf5Failure& failure) {
  fail(place, "is not a field file of Cardon, or it is damaged", failure.reason,
       "copy it once more from its site");
}

void fail_without_part(const std::filesystem::path& index, const std::string& file) {
  const std::string site = site_of(index, file);
  const std::filesystem::path run = index.parent_path().parent_path();
  fail(index, "lacks the values of site " + site,
       fmt::format("{} does not exist", (index.parent_path() / file).string()),
       fmt::format("cardon gather {} FOLDER, with the run folder of site {}",
                   shell_quoted(run.string()), site));
}

void gather_file(const std::filesystem::path& file, std::span<const std::filesystem::path> parts,
                 const std::filesystem::path& target) {
  Gatherer gatherer(file, parts);
  try {
    gatherer.write(target);
  } catch (const Hdf5Failure& failure) {
    std::error_code ignored;
    std::filesystem::remove(target, ignored);
    fail_to_write(target, failure.reason);
  }
}

}  // namespace cardon
