// SPDX-License-Identifier: Apache-2.0
#include "measurement_history.hpp"

#include <algorithm>
#include <cmath>

namespace cardon {
namespace {

constexpr double trust = 0.1;       // weight of the forecast as it is
constexpr double old_weight = 0.3;  // of records from before a change
constexpr double min_uncertainty = 0.02;
constexpr std::size_t max_records = 40, max_windows = 5;

// The median; of two the shorter: accidents only make steps longer.
Estimate usual(std::vector<Estimate> windows) {
  const auto middle = windows.begin() + std::ptrdiff_t((windows.size() - 1) / 2);
  std::nth_element(windows.begin(), middle, windows.end(),
                   [](const Estimate& a, const Estimate& b) { return a.value < b.value; });
  return *middle;
}

}  // namespace

double distance(const DriverSettings& a, const DriverSettings& b) {
  double depth = 0, codecs = 0;
  bool weights = a.speeds != b.speeds;
  for (std::size_t n = 0; n < a.links.size(); ++n) {
    const WideLinkSettings &x = a.links[n], &y = b.links[n];
    depth = std::max(depth, std::abs(std::log2(double(x.depth) / y.depth)));
    for (const int d : {0, 1})
      if (!same_chain(x.codecs[d], y.codecs[d])) codecs += 0.5 / double(a.links.size());
    weights = weights || x.packing != y.packing;
  }
  const double blocks = std::abs(std::log2(double(a.blocks_per_rank) / double(b.blocks_per_rank)));
  return depth + codecs + (a.overlap != b.overlap) + 0.5 * blocks + 0.5 * weights;
}

void MeasurementHistory::add(const DriverSettings& settings, const Estimate& step, double predicted,
                             bool settled) {
  const auto same = std::find_if(records_.begin(), records_.end(), [&](const Record& r) {
    return r.valid && same_settings(r.settings, settings);
  });
  Record record{settings, step, predicted, settled, true, {step}};
  if (same != records_.end()) {
    if (same->settled) {
      record.windows.insert(record.windows.begin(), same->windows.begin(), same->windows.end());
      if (record.windows.size() > max_windows) record.windows.erase(record.windows.begin());
      record.step = usual(record.windows);
    }
    records_.erase(same);
  }
  records_.push_back(record);
  if (records_.size() > max_records) records_.erase(records_.begin());
}

void MeasurementHistory::predict_again(
    const std::function<double(const DriverSettings&)>& predict) {
  for (Record& record : records_)
    if (record.valid)
      if (const double predicted = predict(record.settings); predicted > 0)
        record.predicted = predicted;
}

void MeasurementHistory::forget() {
  for (Record& record : records_) record.valid = false;
}

const MeasurementHistory::Record* MeasurementHistory::find(const DriverSettings& settings) const {
  for (const Record& record : records_)
    if (record.valid && same_settings(record.settings, settings)) return &record;
  return nullptr;
}

const MeasurementHistory::Record* MeasurementHistory::best() const {
  const Record* best = nullptr;
  for (const Record& record : records_)
    if (record.valid && (!best || record.step.value < best->step.value)) best = &record;
  return best;
}

double MeasurementHistory::correction(const DriverSettings& settings, const Record* without) const {
  double sum = 0, weights = trust;
  for (const Record& record : records_) {
    if (&record == without || record.predicted <= 0) continue;
    const double d = distance(settings, record.settings);
    const double weight = (record.valid ? 1 : old_weight) / (1 + d * d);
    sum += weight * std::log(record.step.value / record.predicted);
    weights += weight;
  }
  return std::exp(sum / weights);
}

double MeasurementHistory::expected(const DriverSettings& settings, double predicted) const {
  if (const Record* record = find(settings)) return record->step.value;
  return predicted * correction(settings, nullptr);
}

double MeasurementHistory::uncertainty() const {
  double squares = 0;
  int count = 0;
  for (const Record& record : records_) {
    if (record.predicted <= 0) continue;
    const double off =
        std::log(record.step.value / (record.predicted * correction(record.settings, &record)));
    squares += off * off;
    ++count;
  }
  return std::max(min_uncertainty, count > 0 ? std::sqrt(squares / count) : 0.0);
}

}  // namespace cardon
