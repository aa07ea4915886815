// SPDX-License-Identifier: Apache-2.0
// What of a run may be tuned without changing a bit of its result.
#pragma once
#include <cardon/kit/codec/codec_name.hpp>
#include <string>
#include <vector>

namespace cardon {

using CodecNames = std::vector<CodecName>;  ///< a chain; empty: none

/// Settings of one link between sites.
struct WideLinkSettings {
  int depth = 0;  ///< ghost layers
  /// Chain of messages from the link's first site to its second, and back.
  CodecNames codecs[2];
  /// What preparing and taking in a byte of a message costs (packing, compression), in point
  /// updates; negative: as the machine file says. It is part of the load when the grid is cut.
  double packing = -1;
};

/// All that a tuner may change. The same on all ranks.
struct DriverSettings {
  std::vector<WideLinkSettings> links;  ///< as Decomposition::wide_links
  bool overlap = true;                  ///< compute while messages travel
  int blocks_per_rank = 1;              ///< of equal size, as far as points allow
  std::vector<double> speeds;  ///< by rank, relative; empty: as the machine file says, or all alike
};

/// What of the settings the user left to the tuner.
struct TunableSet {
  std::vector<bool> depth,  ///< ghost layers, by wide link
      codecs;               ///< chains, by wide link
  bool overlap = false;     ///< whether computing overlaps with messages
  bool blocks = false;      ///< number of blocks per rank
  bool weights = false;     ///< speeds and packing

  /// Whether anything is left to the tuner.
  bool any() const;
};

/// Whether two chains have the same codecs and options.
bool same_chain(const CodecNames& a, const CodecNames& b);
/// Whether settings mean the same work: places in the user's file do not count.
bool same_settings(const DriverSettings& a, const DriverSettings& b);
/// Whether all links have the same ghost layers.
bool same_depths(const DriverSettings& a, const DriverSettings& b);
/// Whether the grid is cut and stored in the same way, so that no point need move.
bool same_cut(const DriverSettings& a, const DriverSettings& b);

/// Names of a wide link and its sites, for texts.
struct LinkEnds {
  std::string name,  ///< "a-b"
      first,         ///< site at its first end
      second;        ///< site at its second end
};
/// What differs, for people: "depth 1 -> 4 on link a-b, codecs none -> [extrapolate, zlib-1] on
/// link a-b from a to b, overlap on -> off, blocks 1 -> 4, weights"; empty: nothing. `links` as
/// DriverSettings::links.
std::string difference_text(const DriverSettings& from, const DriverSettings& to,
                            const std::vector<LinkEnds>& links);

}  // namespace cardon
