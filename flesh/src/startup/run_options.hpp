// SPDX-License-Identifier: Apache-2.0
// What the command line hands to the flesh.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "parameters/parameter_text.hpp"

namespace cardon {

/// What every verb that reads parameter files is given.
struct InputOptions {
  std::vector<std::string> files;       ///< parameter files; later ones win
  std::vector<ParameterText> texts;     ///< `files` and what they include, once they have been read
  std::vector<std::string> overrides;   ///< key=value arguments, in order; they win over all files
  std::vector<std::string> thorn_path;  ///< folders of --thorn-path, searched first
  bool debug = false;                   ///< messages may name places in Cardon's sources
};

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
