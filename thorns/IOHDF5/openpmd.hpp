// SPDX-License-Identifier: Apache-2.0
// The attributes that make a file openPMD (https://github.com/openPMD/openPMD-standard,
// version 1.1.0).
#pragma once
#include <cardon/services/snapshot.hpp>
#include <string>

#include "hdf5_handle.hpp"

namespace cardon {

/// "/data/400"
std::string iteration_path(long iteration);

/// Of the root of a file that holds one iteration of one field and is called `series`.it000020.h5.
/// An attribute `lossy` names the losses of the run, if there are any; `provenance` is JSON that
/// says where the run comes from. Nothing else tells dates or hosts.
void describe_file(hid_t file, const std::string& series, const std::string& title,
                   const std::string& losses, const std::string& provenance);
void describe_iteration(hid_t group, const Snapshot& snapshot);
/// Of a mesh record with one component: axes slowest first, as in the dataset. Besides the
/// standard's: `unit`, `gridUnit`, `centring`, `domainLower`, `domainUpper`, `periodic`, `longName`
/// and `thorn`.
void describe_mesh(hid_t dataset, const Grid& grid, const GridFunction& field);

}  // namespace cardon
