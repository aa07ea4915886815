// SPDX-License-Identifier: Apache-2.0
#include "balancing/scene_load.hpp"

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <cmath>

namespace cardon {
namespace {

double square(double x) { return x * x; }

}  // namespace

void refuse_scene(std::string message, std::string help) {
  throw Error(
      Problem{.slug = "balancer/scene", .message = std::move(message), .help = std::move(help)});
}

std::array<int, 3> extents(const BlockScene& scene) {
  std::array<int, 3> n{1, 1, 1};
  for (std::size_t d = 0; d < scene.blocks.size(); ++d)
    n[3 - scene.blocks.size() + d] = scene.blocks[d];
  return n;
}

double work_at(const BlockScene& scene, double y, double x, SmallRandom& random) {
  if (scene.load == "uniform") return 1;
  if (scene.load == "random") return 0.5 + random.uniform();
  if (scene.load == "hot-spot")
    return square(y - 0.35) + square(x - 0.3 - scene.drifted) < 0.06 ? 4 : 1;
  if (scene.load == "clusters") {
    const double u = random.uniform(), v = random.uniform();
    const double normal = std::sqrt(-2 * std::log(1 - u)) * std::cos(6.283185307179586 * v);
    const double hot = std::exp(-square((x - 0.3 - scene.drifted) / 0.05)) +
                       std::exp(-square((x - 0.7 - scene.drifted) / 0.08));
    return std::exp(0.35 * normal) * (1 + hot);
  }
  if (scene.load != "front")
    refuse_scene("there is no load " + scene.load, "uniform, random, hot-spot, clusters or front");
  return 0;
}

int front_level(const BlockScene& scene, int x, int n) {
  const double distance = std::abs(x + 0.5 - (scene.front + scene.drifted) * n);
  return distance < 0.75 ? 2 : distance < 1.75 ? 1 : 0;
}

}  // namespace cardon
