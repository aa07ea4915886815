// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "cardon/services/parameter_input.hpp"
#include "cardon/services/transport.hpp"
#include "startup/run_options.hpp"

namespace cardon {

/// Reads the parameter files into InputOptions::texts, so that whatever happens to the files later,
/// all parts of a run see the same bytes. Throws Error parameter/file with all files that cannot be
/// read.
void read_files(InputOptions& options);
/// The same for a run of several ranks: rank 0 reads, all get its bytes. Collective.
void share_files(InputOptions& options, Transport& transport);

/// Files and overrides as trees. Files that have not been read are read.
ParameterInput parameter_input(const InputOptions& options);
/// The files alone.
ParameterInput file_input(const InputOptions& options);

}  // namespace cardon
