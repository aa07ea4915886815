// SPDX-License-Identifier: Apache-2.0
// What all files of one field at one iteration have in common: groups, attributes, one dataset.
#pragma once
#include <cardon/services/snapshot.hpp>
#include <string>

#include "hdf5_handle.hpp"
#include "storage_options.hpp"

namespace cardon {

/// What goes into the file besides the values.
struct FieldFileHeader {
  std::string name;    ///< of the dataset: a plain identifier
  std::string series;  ///< what the names of the files of this series begin with: "phi", "phi-2"
  std::string title;   ///< of the run
  std::string losses;  ///< what made the values inexact; empty: nothing
  std::string provenance;  ///< JSON: where the run comes from
  std::string site;        ///< that has written the values, if they are not all
};

/// A box as start and count of a dataset, slowest direction first.
struct Hyperslab {
  Hyperslab(const Box& box, int dimensions);
  hsize_t start[3], count[3];
};

/// The type of the numbers in files.
hid_t file_type(bool single);

/// The path of the only dataset of such a file. Throws Hdf5Failure.
std::string mesh_path(hid_t file);
/// The points of a dataset. Throws Hdf5Failure if it has more than three directions, or more
/// points in one than an int can count.
Box points_of(hid_t dataset, int& dimensions);

/// Makes the dataset /data/ITERATION/meshes/NAME of the points of `part` and describes it, its
/// groups and the file. `storage` is a list of H5P_DATASET_CREATE. Throws Hdf5Failure.
Hdf5Handle create_mesh(hid_t file, const FieldFileHeader& header, const Snapshot& snapshot,
                       const GridFunction& field, const Box& part, bool single, hid_t storage);

}  // namespace cardon
