// SPDX-License-Identifier: Apache-2.0
#include "task_farm/port_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cardon {

double WorkerGroup::knee() const {
  const double busiest = std::max(port, own_port);
  return busiest > 0 ? compute / busiest : std::numeric_limits<double>::infinity();
}

double port_load(std::span<const WorkerGroup> groups) {
  double common = 0, own = 0;
  for (const WorkerGroup& group : groups) {
    if (group.compute <= 0) continue;
    common += group.workers * group.port / group.compute;
    own = std::max(own, group.workers * group.own_port / group.compute);
  }
  return std::max(common, own);
}

std::vector<int> served_workers(std::span<const WorkerGroup> groups, double tolerance) {
  std::vector<int> served;
  double left = 1;  // of the port's time
  for (const WorkerGroup& group : groups) {
    double max_workers = group.knee();
    if (group.port > 0) max_workers = std::min(max_workers, left * group.compute / group.port);
    max_workers += tolerance;
    const int count =
        max_workers >= group.workers ? group.workers : std::max(0, int(std::floor(max_workers)));
    served.push_back(count);
    if (group.compute > 0) left = std::max(0.0, left - count * group.port / group.compute);
  }
  return served;
}

}  // namespace cardon
