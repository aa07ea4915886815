// SPDX-License-Identifier: Apache-2.0
// For tests of driver.threads: a task that keeps a row from call to call and says so, one that does
// not say so, and one that waits for itself on another thread.
#include <array>
#include <atomic>
#include <cardon/thorn.hpp>
#include <chrono>
#include <thread>

using namespace cardon;

constexpr Parameter how{"how", "keep", "What the task does", one_of("keep", "meet")};
constexpr Evolved phi{"phi", "Scalar field"};

static void start(Point p, Write<phi> u) { u(p) = p.x() + 10 * p.y() * p.z(); }

static std::array<Real, 1024> row;

// Rows pass through `row`, so that another thread in here would change them.
static void keep(Point p, Read<phi> u, Write<next<phi>> next_u) {
  row[std::size_t(p.i())] = u(p);
  if (p.i() == 0) std::this_thread::sleep_for(std::chrono::microseconds(20));
  next_u(p) = 1.5 * row[std::size_t(p.i())];
}

static std::atomic<int> inside = 0;
static std::atomic<bool> met = false;

static void meet(Points points, Read<phi> u, Write<next<phi>> next_u) {
  points.each(KOKKOS_LAMBDA(const Point& p) { next_u(p) = 1.5 * u(p); });
  // A task is tried on single points before the first step.
  long count = 0;
  for (const Piece& piece : points.pieces()) count += piece.box.points();
  if (count == 1) return;
  const auto start = std::chrono::steady_clock::now();
  ++inside;
  while (!met && inside < 2)
    if (std::chrono::steady_clock::now() - start > std::chrono::seconds(30))
      throw Error(Problem{.slug = "keeper/alone", .message = "no other thread came"});
  met = true;
  --inside;
}

static Real step(GridView grid) { return grid.spacing[0]; }

CARDON_THORN(Keeper) {
  thorn.summary("A task that keeps data");
  thorn.limits_step<step>();
  thorn.at<start>(Initial);
  thorn.at<keep>(Evolve).when(how, "keep").serial();
  thorn.at<meet>(Evolve).when(how, "meet");
}
