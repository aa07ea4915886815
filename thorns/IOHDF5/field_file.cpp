// SPDX-License-Identifier: Apache-2.0
#include "field_file.hpp"

#include "slab_plan.hpp"

namespace cardon {
namespace {

// Values begin at pages of memory: long writes do not share pages with what lies before.
constexpr hsize_t large = 1 << 16, page = 4096;

}  // namespace

Hdf5Handle storage_of(const Box& box, int dimensions, int deflate) {
  Hdf5Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  hdf5_check(H5Pset_obj_track_times(list, false));  // equal results, equal data
  hdf5_check(H5Pset_fill_time(list, H5D_FILL_TIME_NEVER));
  if (deflate == 0) return list;
  const Index3 edges = chunk_edges(box, dimensions);
  const Hyperslab chunk({{0, 0, 0}, edges}, dimensions);
  hdf5_check(H5Pset_chunk(list, dimensions, chunk.count));
  hdf5_check(H5Pset_shuffle(list));
  hdf5_check(H5Pset_deflate(list, unsigned(deflate)));
  return list;
}

Hdf5Handle file_access() {
  Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  hdf5_check(H5Pset_alignment(access, large, page));
  return access;
}

void FieldFile::create(const std::filesystem::path& file, const FieldFileHeader& header,
                       const Snapshot& snapshot, const GridFunction& field, const Box& part) {
  part_ = part;
  dimensions_ = snapshot.grid->dimensions;
  Hdf5Handle access = file_access();
  const bool together = writers_ != MPI_COMM_NULL;
  if (together) {
    hdf5_check(H5Pset_fapl_mpio(access, writers_, MPI_INFO_NULL));
    of_all_ = {H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose};
  } else {
    file_ = WrittenFile(file, std::move(access));
  }
  dataset_ = create_mesh(together ? hid_t(of_all_) : hid_t(file_), header, snapshot, field, part,
                         options_.single, storage_of(part, dimensions_, options_.deflate));
  space_ = {H5Dget_space(dataset_), H5Sclose};
  transfer_ = {H5Pcreate(H5P_DATASET_XFER), H5Pclose};
  if (together)
    hdf5_check(H5Pset_dxpl_mpio(
        transfer_, options_.deflate > 0 ? H5FD_MPIO_COLLECTIVE : H5FD_MPIO_INDEPENDENT));
}

void FieldFile::write(const Box& box, const void* values) {
  const bool collective = writers_ != MPI_COMM_NULL && options_.deflate > 0;
  if (box.empty() && !collective) return;
  const hid_t type = options_.single ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  if (box.empty()) {
    hdf5_check(H5Sselect_none(space_));
    const double nothing = 0;
    hdf5_check(H5Dwrite(dataset_, type, space_, space_, transfer_, &nothing));
    return;
  }
  const Hyperslab slab(shift(box, {-part_.lo[0], -part_.lo[1], -part_.lo[2]}), dimensions_);
  hdf5_check(H5Sselect_hyperslab(space_, H5S_SELECT_SET, slab.start, nullptr, slab.count, nullptr));
  Hdf5Handle memory(H5Screate_simple(dimensions_, slab.count, nullptr), H5Sclose);
  file_.check();
  hdf5_check(H5Dwrite(dataset_, type, memory, space_, transfer_, values));
  file_.check();
}

void FieldFile::close() {
  try {
    dataset_.close();
  } catch (const Hdf5Failure&) {
    of_all_.close();  // the other writers are in there
    throw;
  }
  of_all_.close();
  file_.close();
}

}  // namespace cardon
