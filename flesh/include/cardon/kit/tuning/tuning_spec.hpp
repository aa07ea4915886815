// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/error.hpp>
#include <cardon/tuning/driver_settings.hpp>
#include <string>
#include <vector>

namespace cardon {

/// What the section `tuning` says.
struct TuningSpec {
  bool given = false;              ///< the user named the section
  std::string tuner;               ///< name of a service; empty: no tuning
  Location tuner_where;            ///< where the user named the tuner
  long window = 0;                 ///< steps; 0: up to the tuner
  double budget = 0;               ///< share of the run
  int max_depth = 0;               ///< ghost layers; 0: as many as fit
  unsigned seed = 1;               ///< of stochastic tuners
  std::vector<CodecNames> chains;  ///< that tuners may use (tuning.codecs)
  std::string start;       ///< settings of an earlier run, as in its tuning.json; empty: none
  std::string start_file;  ///< name of the file that `start` comes from
  Location start_where;    ///< where the user named it
};

}  // namespace cardon
