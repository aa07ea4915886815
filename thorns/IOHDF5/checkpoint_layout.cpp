// SPDX-License-Identifier: Apache-2.0
#include "checkpoint_layout.hpp"

#include <fmt/format.h>

#include <cardon/thorn/error.hpp>

#include "attributes.hpp"
#include "written_file.hpp"

namespace cardon {
namespace {

// Large datasets begin at pages of memory, so that writes do not share pages with what lies before.
constexpr hsize_t large_dataset = 1 << 16, page_bytes = 4096;

class LayoutFile {
 public:
  LayoutFile(const std::filesystem::path& file, const CheckpointHeader& header)
      : dimensions_(header.dimensions) {
    Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    hdf5_check(H5Pset_alignment(access, large_dataset, page_bytes));
    file_ = WrittenFile(file, std::move(access));
    Attributes attributes(file_);
    attributes.set("format", "Cardon checkpoint");
    attributes.set("iteration", double(header.iteration));
    attributes.set("time", header.time);
    attributes.set("dt", header.dt);
    links_ = {H5Pcreate(H5P_LINK_CREATE), H5Pclose};
    hdf5_check(H5Pset_create_intermediate_group(links_, 1));
    storage_ = {H5Pcreate(H5P_DATASET_CREATE), H5Pclose};
    hdf5_check(H5Pset_obj_track_times(storage_, false));
    hdf5_check(H5Pset_alloc_time(storage_, H5D_ALLOC_TIME_EARLY));
    hdf5_check(H5Pset_fill_time(storage_, H5D_FILL_TIME_NEVER));
  }

  // Where its values begin.
  std::uint64_t add(const CheckpointPiece& piece) {
    hsize_t size[3];
    std::vector<double> lower, upper;
    for (int n = 0; n < dimensions_; ++n) {
      const int d = dimensions_ - 1 - n;
      size[n] = hsize_t(piece.box.extent(d));
      lower.push_back(piece.box.lo[std::size_t(d)]);
      upper.push_back(piece.box.hi[std::size_t(d)]);
    }
    const std::string path =
        fmt::format("/{}/level {}/block {}", piece.field, piece.level, piece.block);
    Hdf5Handle space(H5Screate_simple(dimensions_, size, nullptr), H5Sclose);
    Hdf5Handle dataset(
        H5Dcreate2(file_, path.c_str(), H5T_NATIVE_DOUBLE, space, links_, storage_, H5P_DEFAULT),
        H5Dclose);
    Attributes attributes(dataset);
    attributes.set("lower", lower);
    attributes.set("upper", upper);
    file_.check();
    const haddr_t offset = H5Dget_offset(dataset);
    if (offset == HADDR_UNDEF) throw Hdf5Failure{"HDF5 does not report where it stores the values"};
    return offset;
  }

  void close() { file_.close(); }

 private:
  int dimensions_;
  WrittenFile file_;
  Hdf5Handle links_, storage_;
};

}  // namespace

// The library starts on the thread that MPI knows, not on that of the first checkpoint.
CheckpointLayout::CheckpointLayout() {
  const std::lock_guard lock(hdf5_mutex());
  hdf5_start();
}

std::vector<std::uint64_t> CheckpointLayout::lay_out(const std::filesystem::path& file,
                                                     const CheckpointHeader& header,
                                                     std::span<const CheckpointPiece> pieces) try {
  const std::lock_guard lock(hdf5_mutex());
  std::vector<std::uint64_t> offsets;
  LayoutFile layout(file, header);
  for (const CheckpointPiece& piece : pieces) offsets.push_back(layout.add(piece));
  layout.close();
  return offsets;
} catch (const Hdf5Failure& failure) {
  throw Error({.slug = "checkpoint/not-written",
               .message = fmt::format("cannot write {}: {}", file.string(), failure.reason),
               .help = "free some space there, or start the run with --out in another place"},
              exit_environment);
}

}  // namespace cardon
