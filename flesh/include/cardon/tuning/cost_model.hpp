// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/face_thickness.hpp>
#include <cardon/kit/grid/site_decomposition.hpp>
#include <cardon/kit/tiles/tile_settings.hpp>
#include <cardon/services/machine.hpp>
#include <cardon/tuning/driver_settings.hpp>
#include <cardon/tuning/machine_estimate.hpp>
#include <cardon/tuning/prediction.hpp>
#include <map>
#include <memory>
#include <optional>

namespace cardon {

struct Program;

/// The request from which the driver cuts the grid for these settings. Entries of settings.links
/// are in the order of chain_links(machine, grid). Throws what link_cost throws.
SiteRequest site_request_for(const Program& program, const FaceThickness& thickness,
                             const Machine& machine, const DriverSettings& settings);

struct ModelOptions {
  int max_ranks = 64;          ///< with more ranks than that a column of them stands for all
  double piece_bytes = 16000;  ///< driver.piece_bytes
  bool together = false;       ///< all ranks wait for all at the end of every step
  TileSettings tiles{.mode = TileSettings::Mode::never};  ///< driver.tiles
};
/// What a parameter file says of them.
ModelOptions model_options(const ParameterSet& parameters);

/// Predicts the time of a step from settings and what is known of the machine: cuts the grid and
/// makes the plans as the driver does, and walks them with the rules of the executor (compute,
/// redundant layers included; packing and codecs; latency, bandwidth shared by the ranks of a link;
/// computation while messages travel; imbalance), without touching a field. Large machines are
/// represented by a column of ranks along the chain of sites. Not for several threads at once.
class CostModel {
 public:
  /// `program` is referred to.
  CostModel(const Program& program, const FaceThickness& thickness, const Machine& machine,
            const ModelOptions& options = {});
  ~CostModel();
  CostModel(const CostModel&) = delete;
  CostModel& operator=(const CostModel&) = delete;

  /// Nothing if the grid cannot be cut with these settings (too deep, too many blocks). Throws Bug
  /// if an estimate is negative or no number.
  std::optional<Prediction> predict(const DriverSettings& settings,
                                    const MachineEstimate& machine) const;
  /// s that points take to their new owners when settings change; 0 if the grid stays cut as it is,
  /// or cannot be cut so.
  double moving_seconds(const DriverSettings& from, const DriverSettings& to,
                        const MachineEstimate& machine) const;
  const Program& program() const;
  /// Of the chain of sites.
  int axis() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace cardon
