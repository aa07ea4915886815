// SPDX-License-Identifier: Apache-2.0
// What is known of machine, network and data: measured in a window of a run, or given to predict.
#pragma once
#include <cardon/tuning/driver_settings.hpp>
#include <cardon/tuning/estimate.hpp>
#include <cardon/tuning/work_sample.hpp>
#include <string>
#include <vector>

namespace cardon {

/// A codec chain on the actual data of one direction of a link.
struct CodecEstimate {
  CodecNames chain;  ///< empty: none, of ratio 1 and no cost
  Estimate ratio;    ///< bytes raw / sent, headers not counted
  Estimate encode,   ///< s per raw byte
      decode;        ///< s per raw byte
};

/// A link between sites.
struct LinkEstimate {
  Estimate latency;    ///< one way, in s
  Estimate bandwidth;  ///< byte/s of all ranks together, each direction; unknown: no limit was felt
  Estimate queueing;   ///< s by which the last piece of an exchange came later than the first could
  double exposed = 0;  ///< s per step in which ranks did nothing while its messages travelled;
                       ///< largest over ranks
  double ratio[2] = {1, 1};  ///< raw / sent of what was really sent, by direction
};

/// What is known of ranks, links and codecs, from one window or from several.
struct MachineEstimate {
  /// Seconds per point computed by task id, boundaries included; mean over ranks. 0: it never ran.
  std::vector<double> task_seconds;
  /// Further costs by task id. A window alone, of blocks of one size, cannot distinguish these.
  std::vector<double> call_seconds,  ///< s per call, that is per block; empty: no such cost
      face_seconds;  ///< s per point on the faces of what is computed; empty: no such cost
  /// Work of a rank in the window by task id, for such a fit; mean over ranks, per point. Empty:
  /// the figures above were not measured in a window.
  std::vector<WorkSample> work;
  /// Work of each rank, by rank and task, unaveraged; for relative_cost beside such a fit.
  std::vector<std::vector<WorkSample>> rank_work;
  /// s per call of a task for what lies between tasks, and what the window tells of it, points
  /// being steps.
  double between_calls = 0;
  WorkSample between;  ///< what the window tells of between_calls; points are steps
  /// Time per point of each rank relative to that mean (2: half as fast).
  std::vector<Estimate> relative_cost;
  std::vector<LinkEstimate> links;  ///< as Decomposition::wide_links
  /// codecs[direction][link]: chains tried on the data, the one in use among them. Direction 0:
  /// from the link's first site to its second.
  std::vector<std::vector<CodecEstimate>> codecs[2];
  double pack = 0;       ///< s per raw byte: packing or unpacking without codec
  double near_pack = 0;  ///< the same between blocks of a site; 0: unknown, as `pack`
  double message = 0;    ///< s per message or piece: the processor time of sending or receiving it
  double intra_latency = 0;    ///< s: a message between ranks of one site
  double intra_bandwidth = 0;  ///< byte/s of one rank; 0: unlimited
};

}  // namespace cardon
