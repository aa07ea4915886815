// SPDX-License-Identifier: Apache-2.0
#include "field_file.hpp"

#include <mpi.h>

#include <algorithm>
#include <optional>
#include <system_error>

#include "cardon/error.hpp"
#include "hdf5_handle.hpp"
#include "openpmd.hpp"

namespace cardon {
namespace {

constexpr long slab_points = 8L << 20;
constexpr hsize_t chunk_edge = 64;
constexpr const char* elsewhere = "another rank could not";

// Pieces cut along z into boxes of at most slab_points points, at least one plane each.
std::vector<std::pair<const FieldPiece*, Box>> slabs_of(const FieldView& view) {
  std::vector<std::pair<const FieldPiece*, Box>> slabs;
  for (const FieldPiece& piece : view.pieces) {
    if (piece.box.empty()) continue;
    const long plane = long(piece.box.extent(0)) * piece.box.extent(1);
    const int planes = int(std::clamp(slab_points / plane, 1L, long(piece.box.extent(2))));
    for (int k = piece.box.lo[2]; k < piece.box.hi[2]; k += planes) {
      Box slab = piece.box;
      slab.lo[2] = k;
      slab.hi[2] = std::min(k + planes, piece.box.hi[2]);
      slabs.emplace_back(&piece, slab);
    }
  }
  return slabs;
}

template <class Number>
std::vector<Number> packed(const FieldPiece& piece, const Box& box) {
  std::vector<Number> values;
  values.reserve(std::size_t(box.points()));
  for (int k = box.lo[2]; k < box.hi[2]; ++k)
    for (int j = box.lo[1]; j < box.hi[1]; ++j) {
      const Real* row = piece.row(j, k);
      for (int i = box.lo[0]; i < box.hi[0]; ++i) values.push_back(Number(row[i]));
    }
  return values;
}

// A box as start and count of a dataset, slowest direction first.
struct Hyperslab {
  hsize_t start[3], count[3];
  Hyperslab(const Box& box, int dimensions) {
    for (int n = 0; n < dimensions; ++n) {
      const int d = dimensions - 1 - n;
      start[n] = hsize_t(box.lo[d]);
      count[n] = hsize_t(box.extent(d));
    }
  }
};

class FileWriter {
 public:
  FileWriter(const Grid& grid, const StorageOptions& options) : grid_(grid), options_(options) {}

  void create(const std::filesystem::path& file, const FieldFileHeader& header,
              const Snapshot& snapshot, const GridFunction& field) {
    Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    if (options_.parallel) hdf5_check(H5Pset_fapl_mpio(access, MPI_COMM_WORLD, MPI_INFO_NULL));
    file_ = {H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose};
    describe_file(file_, header.series, header.title, header.losses, header.provenance);
    Hdf5Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    hdf5_check(H5Pset_create_intermediate_group(links, 1));
    const std::string path = iteration_path(snapshot.iteration);
    Hdf5Handle meshes(
        H5Gcreate2(file_, (path + "/meshes").c_str(), links, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    Hdf5Handle iteration(H5Gopen2(file_, path.c_str(), H5P_DEFAULT), H5Gclose);
    describe_iteration(iteration, snapshot);
    const Hyperslab whole(grid_.domain(), grid_.dimensions);
    space_ = {H5Screate_simple(grid_.dimensions, whole.count, nullptr), H5Sclose};
    dataset_ = {H5Dcreate2(meshes, header.name.c_str(), type(), space_, H5P_DEFAULT,
                           storage(whole.count), H5P_DEFAULT),
                H5Dclose};
    describe_mesh(dataset_, grid_, field);
    transfer_ = {H5Pcreate(H5P_DATASET_XFER), H5Pclose};
    if (options_.parallel) hdf5_check(H5Pset_dxpl_mpio(transfer_, H5FD_MPIO_COLLECTIVE));
  }

  std::size_t write(const FieldPiece& piece, const Box& box) {
    return options_.single ? write(packed<float>(piece, box), box)
                           : write(packed<double>(piece, box), box);
  }

  // Takes part in a collective write with no values.
  void write_nothing() {
    hdf5_check(H5Sselect_none(space_));
    const double nothing = 0;
    hdf5_check(H5Dwrite(dataset_, memory_type<double>(), space_, space_, transfer_, &nothing));
  }

  void close() {
    dataset_.close();
    file_.close();
  }

 private:
  template <class Number>
  static hid_t memory_type() {
    return std::is_same_v<Number, float> ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  }
  hid_t type() const { return options_.single ? H5T_IEEE_F32LE : H5T_IEEE_F64LE; }

  Hdf5Handle storage(const hsize_t* size) const {
    Hdf5Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    hdf5_check(H5Pset_obj_track_times(list, false));  // equal results, equal files
    hdf5_check(H5Pset_fill_time(list, H5D_FILL_TIME_NEVER));
    if (options_.deflate > 0) {
      hsize_t chunk[3];
      for (int n = 0; n < grid_.dimensions; ++n) chunk[n] = std::min(size[n], chunk_edge);
      hdf5_check(H5Pset_chunk(list, grid_.dimensions, chunk));
      hdf5_check(H5Pset_shuffle(list));
      hdf5_check(H5Pset_deflate(list, unsigned(options_.deflate)));
    }
    return list;
  }

  template <class Number>
  std::size_t write(const std::vector<Number>& values, const Box& box) {
    const Hyperslab slab(box, grid_.dimensions);
    hdf5_check(
        H5Sselect_hyperslab(space_, H5S_SELECT_SET, slab.start, nullptr, slab.count, nullptr));
    Hdf5Handle memory(H5Screate_simple(grid_.dimensions, slab.count, nullptr), H5Sclose);
    hdf5_check(H5Dwrite(dataset_, memory_type<Number>(), memory, space_, transfer_, values.data()));
    return values.size() * sizeof(Number);
  }

  const Grid& grid_;
  const StorageOptions& options_;
  Hdf5Handle file_, space_, dataset_, transfer_;
};

// True on all ranks that write together if it is true on one of them.
bool on_any_rank(bool here, const StorageOptions& options) {
  int mine = here, any = here;
  if (options.parallel) MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return any != 0;
}

// After a failed write the file is useless, but HDF5 must still be able to close it: if it cannot,
// it crashes in MPI_Finalize. On a full disk closing needs the space that the values have taken.
void make_room(const std::filesystem::path& file, const StorageOptions& options) {
  int rank = 0;
  if (options.parallel) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::error_code ignored;
  if (rank == 0) std::filesystem::resize_file(file, 0, ignored);
  if (options.parallel) MPI_Barrier(MPI_COMM_WORLD);
}

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& reason) {
  Problem problem;
  problem.slug = "output/write-failed";
  problem.message = "cannot write " + file.string() + ": " + reason;
  problem.help =
      "check the free space and the permissions there, or choose another folder with --out";
  throw Error(std::move(problem), exit_environment);
}

}  // namespace

int slab_count(const FieldView& view) { return int(slabs_of(view).size()); }

std::size_t write_field_file(const std::filesystem::path& file, const FieldFileHeader& header,
                             const Snapshot& snapshot, const FieldView& view,
                             const StorageOptions& options, int rounds) {
  const std::lock_guard lock(hdf5_mutex());
  const auto slabs = slabs_of(view);
  std::optional<Hdf5Failure> failure;
  // A rank whose write failed still takes part in the collective calls that follow.
  const auto attempt = [&failure](const auto& work) {
    try {
      work();
    } catch (const Hdf5Failure& reason) {
      if (!failure) failure = reason;
    }
  };
  std::size_t bytes = 0;
  FileWriter writer(*snapshot.grid, options);
  attempt([&] { writer.create(file, header, snapshot, *view.field); });
  if (on_any_rank(failure.has_value(), options)) fail(file, failure ? failure->reason : elsewhere);
  for (int round = 0; round < rounds; ++round)
    attempt([&] {
      if (std::size_t(round) < slabs.size())
        bytes += writer.write(*slabs[std::size_t(round)].first, slabs[std::size_t(round)].second);
      else if (options.parallel)
        writer.write_nothing();
    });
  const bool failed = on_any_rank(failure.has_value(), options);
  if (failed) make_room(file, options);
  attempt([&] { writer.close(); });
  if (failed || failure) fail(file, failure ? failure->reason : elsewhere);
  return bytes;
}

}  // namespace cardon
