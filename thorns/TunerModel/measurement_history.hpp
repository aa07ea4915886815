// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/driver_settings.hpp>
#include <cardon/tuning/estimate.hpp>
#include <functional>
#include <optional>
#include <vector>

namespace cardon {

/// How far settings are from each other: 1 for twice the depth, for overlap, for all codecs; half
/// of that for twice the blocks and for weights.
double distance(const DriverSettings& a, const DriverSettings& b);

/// What was measured with which settings, and how far the forecasts were from it.
class MeasurementHistory {
 public:
  struct Record {
    DriverSettings settings;
    Estimate step;         ///< s; median of the last windows
    double predicted = 0;  ///< s, not corrected
    bool settled = false;  ///< more than the window after the change was measured
    bool valid = true;     ///< nothing has changed since
    std::vector<Estimate> windows;
  };

  /// `settled`: not the first window with these settings.
  void add(const DriverSettings& settings, const Estimate& step, double predicted, bool settled);
  /// Renews forecasts of valid records with better knowledge; `predict` gives 0 for "impossible".
  void predict_again(const std::function<double(const DriverSettings&)>& predict);
  /// Measured times no longer count; what they told of the forecasts still does, a little.
  void forget();
  void clear() { records_.clear(); }

  const Record* find(const DriverSettings& settings) const;  ///< valid ones only; null: none
  const Record* best() const;                                ///< of the valid ones; null: none
  /// What a step with settings should take: as measured, else the forecast times what forecasts for
  /// settings like these were wrong by.
  double expected(const DriverSettings& settings, double predicted) const;
  /// Relative error of forecasts as far as it shows: rms of ln(measured / expected) of the records
  /// if each were forecast from the others; never less than 2 %.
  double uncertainty() const;

 private:
  double correction(const DriverSettings& settings, const Record* without) const;

  std::vector<Record> records_;
};

}  // namespace cardon
