// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/error.hpp>
#include <cardon/tuning/driver_settings.hpp>
#include <string>
#include <vector>

namespace cardon {

/// What the section `tuning` says.
struct TuningSpec {
  bool given = false;  ///< the user named the section
  std::string tuner;   ///< name of a service; empty: no tuning
  Location tuner_where;
  long window = 0;    ///< steps; 0: up to the tuner
  double budget = 0;  ///< share of the run
  int max_depth = 0;  ///< ghost layers; 0: as many as fit
  unsigned seed = 1;
  std::vector<CodecNames> chains;
  std::string start;  ///< settings of an earlier run, as in its tuning.json; empty: none
  std::string start_file;
  Location start_where;
};

}  // namespace cardon
