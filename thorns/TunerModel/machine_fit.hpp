// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/tuning/work_fit.hpp>
#include <cardon/tuning/machine_estimate.hpp>
#include <vector>

namespace cardon {

/// Mean of what is known and what was measured now, weighted by 1 / error^2. Older knowledge counts
/// less with every window, and not at all if it contradicts what was measured now.
Estimate combined(const Estimate& known, const Estimate& now);

/// What all windows so far tell of machine, network and data.
class MachineFit {
 public:
  void add(const MachineEstimate& window);
  /// Something changed: what the next window knows replaces what was known. `data`: the data did;
  /// then chains that the window does not know are taken to have lost as much as the worst that it
  /// knows, until they are tried again.
  void forget(bool data);
  /// Messages are not what they were: the same for chains, and nothing else.
  void forget_codecs() { data_changed_ = true; }
  const MachineEstimate& estimate() const { return known_; }

 private:
  void take_work(const MachineEstimate& window);
  void add_work(const MachineEstimate& window);
  Estimate relative_cost(const MachineEstimate& window, std::size_t rank) const;
  void add_links(const MachineEstimate& window);
  void add_codecs(const MachineEstimate& window);

  MachineEstimate known_;
  std::vector<WorkFit> work_;  // by task
  WorkFit between_;
  bool replace_ = true;
  bool data_changed_ = false;
};

}  // namespace cardon
