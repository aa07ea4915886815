// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cardon/kit/grid/layout.hpp>
#include <cardon/services/program.hpp>
#include <vector>

namespace cardon {

/// By field, the layers of images that stencils read beyond the domain in each direction in which
/// the grid wraps around and is not cut; 0 in the others. The same in a run and in a prediction.
inline std::vector<Index3> image_depth(const Program& program, const Layout& layout) {
  std::vector<Index3> depth(program.fields.size(), Index3{0, 0, 0});
  for (const Task& task : program.tasks) {
    if (task.kind != Task::compute && task.rates.empty()) continue;
    for (const Binding& binding : task.bindings)
      for (int d = 0; d < 3; ++d) {
        if (!binding.reads || !layout.has_images(d)) continue;
        int& layers = depth[std::size_t(binding.field)][std::size_t(d)];
        layers = std::max(layers, binding.radius[d]);
      }
  }
  return depth;
}

}  // namespace cardon
