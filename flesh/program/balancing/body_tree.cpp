// SPDX-License-Identifier: Apache-2.0
#include "balancing/body_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "balancing/scene_load.hpp"

namespace cardon {
namespace {

using Point = std::array<double, 3>;

double distance(const Point& a, const Point& b) {
  return std::sqrt(std::pow(a[0] - b[0], 2) + std::pow(a[1] - b[1], 2) + std::pow(a[2] - b[2], 2));
}

// A sphere that is denser in the middle.
std::vector<Point> draw_bodies(int count, SmallRandom& random) {
  std::vector<Point> bodies;
  while (int(bodies.size()) < count) {
    Point p;
    for (double& x : p) x = 2 * random.uniform() - 1;
    const double r = distance(p, {0, 0, 0});
    if (r > 1) continue;
    for (double& x : p) x *= r;
    bodies.push_back(p);
  }
  return bodies;
}

struct Leaf {
  std::vector<Point> bodies;
  Point centre{};
  double extent = 0;  // largest distance between two bodies
};

Leaf leaf_of(std::vector<Point> bodies) {
  Leaf leaf{.bodies = std::move(bodies)};
  for (const Point& a : leaf.bodies) {
    for (std::size_t d = 0; d < 3; ++d) leaf.centre[d] += a[d] / double(leaf.bodies.size());
    for (const Point& b : leaf.bodies) leaf.extent = std::max(leaf.extent, distance(a, b));
  }
  return leaf;
}

void divide(std::vector<Point> bodies, const Point& middle, double half,
            std::vector<Leaf>& leaves) {
  constexpr std::size_t max_bodies = 8;
  if (bodies.empty()) return;
  if (bodies.size() <= max_bodies) return leaves.push_back(leaf_of(std::move(bodies)));
  std::array<std::vector<Point>, 8> parts;
  for (const Point& body : bodies) {
    std::size_t part = 0;
    for (std::size_t d = 0; d < 3; ++d) part |= std::size_t(body[d] > middle[d]) << d;
    parts[part].push_back(body);
  }
  for (std::size_t part = 0; part < 8; ++part) {
    Point centre = middle;
    for (std::size_t d = 0; d < 3; ++d) centre[d] += (part >> d & 1 ? 0.5 : -0.5) * half;
    divide(std::move(parts[part]), centre, half / 2, leaves);
  }
}

// The bodies of `b` are too far apart to be seen as one from `a`.
bool close(const Leaf& a, const Leaf& b) {
  constexpr double opening = 0.5;
  return b.extent > opening * distance(a.centre, b.centre);
}

}  // namespace

void add_bodies(const BlockScene& scene, BalanceProblem& problem) {
  SmallRandom random(scene.seed, 0);
  const auto [nz, ny, nx] = extents(scene);
  std::vector<Leaf> leaves;
  divide(draw_bodies(nz * ny * nx, random), {0, 0, 0}, 1, leaves);
  for (std::size_t v = 0; v < leaves.size(); ++v) {
    const double own = double(leaves[v].bodies.size());
    double seen = 0;
    for (std::size_t w = 0; w < leaves.size(); ++w) {
      if (w == v) continue;
      const double bodies = close(leaves[v], leaves[w]) ? double(leaves[w].bodies.size()) : 1;
      seen += bodies;
      problem.edges.push_back({int(w), int(v), 1, bodies * scene.face_bytes});
    }
    problem.blocks.push_back(
        {.work = own * (own - 1 + seen + 2), .bytes = own * scene.block_bytes});
  }
}

}  // namespace cardon
