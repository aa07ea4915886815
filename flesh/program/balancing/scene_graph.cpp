// SPDX-License-Identifier: Apache-2.0
#include "balancing/scene_graph.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "balancing/body_tree.hpp"
#include "balancing/scene_load.hpp"

namespace cardon {
namespace {

void connect(BalanceProblem& problem, int a, int b, double bytes) {
  problem.edges.push_back({a, b, 1, bytes});
  problem.edges.push_back({b, a, 1, bytes});
}

// A grid whose squares have one diagonal each, drawn at random: planar, six neighbours on average.
void add_triangles(const BlockScene& scene, BalanceProblem& problem) {
  const auto [nz, ny, nx] = extents(scene);
  SmallRandom loads(scene.seed, 0), diagonals(scene.seed, 1);
  for (int y = 0; y < ny * nz; ++y)
    for (int x = 0; x < nx; ++x) {
      const int b = y * nx + x;
      const double work = work_at(scene, (y + 0.5) / (ny * nz), (x + 0.5) / nx, loads);
      problem.blocks.push_back({.work = work, .bytes = scene.block_bytes});
      const bool right = x + 1 < nx, down = y + 1 < ny * nz;
      if (right) connect(problem, b, b + 1, scene.face_bytes);
      if (down) connect(problem, b, b + nx, scene.face_bytes);
      if (!right || !down) continue;
      if (diagonals.uniform() < 0.5)
        connect(problem, b, b + nx + 1, scene.face_bytes);
      else
        connect(problem, b + 1, b + nx, scene.face_bytes);
    }
}

// Neighbours of a cell in a periodic box: of each pair of opposite ones, one.
std::vector<std::array<int, 3>> half_of_neighbours(const BlockScene& scene) {
  std::vector<std::array<int, 3>> offsets;
  const int deep = scene.reach;
  for (int z = -deep; z <= deep; ++z)
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x)
        if (z > 0 || (z == 0 && (y > 0 || (y == 0 && x > 0)))) offsets.push_back({z, y, x});
  return offsets;
}

// Cells of particles, and a block for each pair of neighbouring cells and each cell with itself,
// which get the coordinates of both and answer with forces (as LeanMD does).
void add_particles(const BlockScene& scene, BalanceProblem& problem) {
  const auto [nz, ny, nx] = extents(scene);
  SmallRandom random(scene.seed, 0);
  std::vector<double> density;
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) {
        density.push_back(work_at(scene, (y + 0.5) / ny, (x + 0.5) / nx, random));
        problem.blocks.push_back({.work = 0.2 * density.back(), .bytes = scene.block_bytes});
      }
  const auto add_pair = [&](int a, int b) {
    const auto of = [&](int cell) { return density[std::size_t(cell)]; };
    const int pair = int(problem.blocks.size());
    problem.blocks.push_back(
        {.work = (a == b ? 0.5 : 1) * of(a) * of(b), .bytes = 0.1 * scene.block_bytes});
    connect(problem, a, pair, scene.face_bytes * of(a));
    if (a != b) connect(problem, b, pair, scene.face_bytes * of(b));
  };
  const auto offsets = half_of_neighbours(scene);
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) {
        const auto cell = [&, n = std::array{nz, ny, nx}](const std::array<int, 3>& d) {
          return ((z + d[0] + n[0]) % n[0] * n[1] + (y + d[1] + n[1]) % n[1]) * n[2] +
                 (x + d[2] + n[2]) % n[2];
        };
        const int own = cell({0, 0, 0});
        add_pair(own, own);
        for (const auto& offset : offsets) add_pair(own, cell(offset));
      }
}

}  // namespace

void add_graph(const BlockScene& scene, BalanceProblem& problem) {
  if (scene.graph == "triangles")
    add_triangles(scene, problem);
  else if (scene.graph == "particles")
    add_particles(scene, problem);
  else if (scene.graph == "bodies")
    add_bodies(scene, problem);
  else
    refuse_scene("there is no graph " + scene.graph, "stencil, triangles, particles or bodies");
}

int first_answering(const BlockScene& scene) {
  const auto [nz, ny, nx] = extents(scene);
  return scene.graph == "particles" ? nz * ny * nx : -1;
}

}  // namespace cardon
