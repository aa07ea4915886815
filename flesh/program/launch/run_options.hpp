// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <string>

#include "startup/input_options.hpp"

namespace cardon {

/// What `cardon run` is given.
struct RunOptions {
  InputOptions input;
  std::filesystem::path out;  ///< run folder of --out; empty: the next free one under runs/
  std::string restart;        ///< `latest`, a run folder or a checkpoint; empty: a new run
  double spent = 0;           ///< s that earlier tries took; they count for time.stop.wall
  bool strict = false;        ///< warnings are errors
  bool quiet = false;         ///< nothing on the screen but errors
  std::map<std::string, std::string> build;  ///< facts about the program for provenance.json
  bool dry_run = false;                      ///< everything up to the first step, then stop
  int ranks = 0;  ///< that are threads of this process; 0: it is one rank
};

}  // namespace cardon
