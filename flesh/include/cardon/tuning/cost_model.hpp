// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/driver_settings.hpp>
#include <cardon/tuning/machine_estimate.hpp>
#include <cardon/tuning/prediction.hpp>
#include <optional>

namespace cardon {

struct Program;

/// How exact a prediction is, and what is assumed of the run.
struct ModelOptions {
  int max_ranks = 64;     ///< with more ranks than that some may stand for the others
  bool together = false;  ///< all ranks wait for all at the end of every step
  int site_depth = 0;     ///< ghost layers between blocks of a site; 0: as the parameters say
};

/// Predicts the time of a step from settings and what is known of the machine, without touching a
/// field. Offered by the driver whose time it predicts, see Predictable. Not for several threads at
/// once.
class CostModel {
 public:
  virtual ~CostModel() = default;
  /// Nothing if the grid cannot be cut with these settings (too deep, too many blocks). Throws Bug
  /// if an estimate is negative or no number.
  virtual std::optional<Prediction> predict(const DriverSettings& settings,
                                            const MachineEstimate& machine) const = 0;
  /// s that points take to their new owners when settings change; 0 if the grid stays cut as it is,
  /// or cannot be cut so.
  virtual double moving_seconds(const DriverSettings& from, const DriverSettings& to,
                                const MachineEstimate& machine) const = 0;
  /// The program whose steps it predicts.
  virtual const Program& program() const = 0;
  /// Direction of the chain of sites.
  virtual int axis() const = 0;
};

}  // namespace cardon
