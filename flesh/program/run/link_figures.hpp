// SPDX-License-Identifier: Apache-2.0
// What a run did on each link, over all ranks.
#pragma once
#include <cardon/services/timings.hpp>
#include <string>
#include <vector>

namespace cardon {

struct LinkFigures {
  std::string name, codec;
  int depth = 0;
  bool wide = false;  ///< between sites
  bool lossless = true;
  std::vector<int> own_codecs;  ///< ranks that send through a chain of their own choice
  long exchanges = 0;           ///< largest over ranks
  long messages = 0, pieces = 0, bytes_raw = 0, bytes_sent = 0;
  double exposed_wait = 0;  ///< seconds of the rank that waited longest
  double hidden = 1;        ///< see hidden_fraction
  /// 1 where nothing was sent.
  double ratio() const { return bytes_sent > 0 ? double(bytes_raw) / double(bytes_sent) : 1; }
};

/// One entry per link of the timings.
std::vector<LinkFigures> link_figures(const std::vector<Timings>& ranks);

/// 1 - exposed / flight, both summed over ranks; 1 if nothing was exchanged.
double hidden_fraction(const std::vector<Timings>& ranks, std::size_t link);

/// One rank's links between sites taken together, or the one between blocks where there are none:
/// sums, and the largest depth.
LinkTimings taken_together(const std::vector<LinkTimings>& links);

/// A table for people of the links between sites; empty without any.
std::string link_table(const std::vector<LinkFigures>& links);
/// The same for programs: tab-separated, with a header line.
std::string link_tsv(const std::vector<LinkFigures>& links);

}  // namespace cardon
