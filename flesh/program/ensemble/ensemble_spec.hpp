// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/error.hpp>
#include <string>
#include <vector>

#include "ensemble/line_channel.hpp"

namespace cardon {

/// A value of a parameter that is varied, and where the file says so.
struct VariedValue {
  std::string text;
  Location where;
};

struct VariedParameter {
  std::string key;
  Location where;
  std::vector<VariedValue> values;
};

/// Workers that are reached in the same way.
struct EnsembleSite {
  std::string name = "here";
  int workers = 0;       ///< at most; 0: as many as its cores allow
  double cores = 0;      ///< 0: those of its host
  std::string launcher;  ///< words before cardon; empty: this host
  std::string program;   ///< cardon there; empty: this one
  LinkDelay link;        ///< emulated
};

/// An ensemble as its file describes it.
struct EnsembleSpec {
  std::string title;
  std::vector<std::string> files, set;
  std::vector<Location> set_places;                ///< of the words of `set`
  std::vector<std::vector<VariedParameter>> vary;  ///< all combinations of each of these
  int ranks = 1;
  std::vector<std::string> scalars, summary;
  std::string distribution = "self_scheduling";
  long grain = 0;  ///< members that a worker gets at once; 0: tuned
  std::vector<EnsembleSite> sites;
};

}  // namespace cardon
