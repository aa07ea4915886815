// SPDX-License-Identifier: Apache-2.0
// What is known of the run of a driver that has not started.
#pragma once
#include <cardon/plan/link.hpp>
#include <cardon/services/decomposition.hpp>
#include <cardon/services/timings.hpp>
#include <cardon/tuning/driver_settings.hpp>
#include <functional>
#include <vector>

namespace cardon {

struct DriverSetup;

/// The decomposition of a grid for a number of ranks, none of which need exist.
struct PlannedDecomposition {
  Decomposition decomposition;  ///< of all ranks
  /// Links as in Driver::links(), but of all sites: the link between the blocks of a site, then
  /// those of Decomposition::wide_links in their order.
  std::vector<plan::Link> links;
  /// Ghost layers between blocks that memory is taken for, if the first steps of a run are timed
  /// with more than the links have (GhostSearch); 0: they are not.
  int max_depth = 0;
  /// Returns these numbers in rising order. Null: there are none. Planning them takes time; refers
  /// to what DriverSetup refers to.
  std::function<std::vector<int>()> other_depths;
  std::vector<LinkTimings> figures;  ///< of these links, with nothing measured: depths and codecs
  DriverSettings settings;           ///< of the parameter file; of a driver without any: overlap
  TunableSet freedom;                ///< by link between sites: what a tuner may change

  /// Ghost layers between blocks that memory is taken for.
  int stored_depth() const { return max_depth > 0 ? max_depth : links.front().depth; }
};

/// A driver that can tell its decomposition without ranks, transport or fields, as `cardon check`
/// and `cardon predict` need it. The driver need not be set up, and stays as it is.
class Decomposer {
 public:
  virtual ~Decomposer() = default;
  /// Plans a decomposition for `ranks` ranks, at least 1. Throws Error (driver/..., grid/...) as
  /// Driver::setup does.
  virtual PlannedDecomposition decompose(const DriverSetup& setup, int ranks) const = 0;
};

}  // namespace cardon
