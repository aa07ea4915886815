// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/face_thickness.hpp>
#include <cardon/kit/grid/rank_order.hpp>
#include <cardon/kit/tiles/tile_settings.hpp>
#include <cardon/services/machine.hpp>
#include <cardon/thorn/box.hpp>
#include <cardon/tuning/cost_model.hpp>
#include <memory>
#include <optional>

namespace cardon::model {

struct GridModelOptions {
  int max_ranks = 64;           ///< with more ranks than that a column of them stands for all
  double piece_bytes = 16000;   ///< driver.piece_bytes
  int site_depth = 0;           ///< ghost layers between blocks of a site; 0: the largest radius
  bool searches_depth = false;  ///< a run stores as many of these layers as have room
  bool together = false;        ///< all ranks wait for all at the end of every step
  TileSettings tiles{.mode = TileSettings::Mode::never};                     ///< driver.tiles
  rank_order::Priorities priorities = rank_order::Priorities::border_first;  ///< driver.priorities
  Box priority_region = {};  ///< driver.priority_region; empty: none
};

/// Predicts the grid driver: cuts the grid and makes the plans as it does, and walks them with the
/// rules of its executor (compute, redundant layers included; packing and codecs; latency,
/// bandwidth shared by the ranks of a link; computation while messages travel; imbalance). Large
/// machines are represented by a column of ranks along the chain of sites.
class GridCostModel : public CostModel {
 public:
  /// `program` is referred to.
  GridCostModel(const Program& program, const FaceThickness& thickness, const Machine& machine,
                const GridModelOptions& options = {});
  ~GridCostModel() override;
  GridCostModel(const GridCostModel&) = delete;
  GridCostModel& operator=(const GridCostModel&) = delete;

  std::optional<Prediction> predict(const DriverSettings& settings,
                                    const MachineEstimate& machine) const override;
  double moving_seconds(const DriverSettings& from, const DriverSettings& to,
                        const MachineEstimate& machine) const override;
  const Program& program() const override;
  int axis() const override;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace cardon::model
