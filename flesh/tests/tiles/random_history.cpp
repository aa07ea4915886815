// SPDX-License-Identifier: Apache-2.0
#include "history_case.hpp"

namespace cardon::test {
namespace {

/// Draws a case.
class Dice {
 public:
  explicit Dice(std::mt19937& random) : random_(random) {}

  HistoryCase draw() {
    HistoryCase c;
    c.arrays = number(2, 5);
    c.owned = number(0, 2);
    c.exterior = number(c.owned == 0 ? 1 : 0, 2);
    for (int d = 1; d < 3; ++d) {
      c.ends[d] = std::array{Ends::cyclic, Ends::cut, Ends::faces}[std::size_t(number(0, 2))];
      c.points[d] = c.ends[d] == Ends::cyclic ? number(6, 24) : number(9, 14);
    }
    c.shape = {number(1, 12), number(1, 5)};
    const int instances = number(2, 7);
    for (int n = 0; n < instances; ++n)
      c.program.push_back(has_faces(c) && number(0, 3) == 0 ? boundary(c) : compute(c));
    return c;
  }

 private:
  int number(int low, int high) { return low + int(random_() % unsigned(high - low + 1)); }
  static bool has_faces(const HistoryCase& c) {
    return c.ends[1] == Ends::faces || c.ends[2] == Ends::faces;
  }

  // What it writes it reads at the point itself at most.
  ToyInstance compute(const HistoryCase& c) {
    ToyInstance instance;
    const int shape = number(0, 2);
    for (int a = 0; a < c.arrays; ++a) {
      TileAccess access;
      access.array = a;
      const int use = number(0, 4);
      access.writes = use == 0 || use == 1;
      access.reads = use == 1 || use == 2;
      for (int d = 1; d < 3 && use == 2; ++d)
        access.ahead[d] = access.behind[d] = shape == d ? 0 : number(0, 2);
      if (use < 3) instance.tile.accesses.push_back(access);
    }
    instance.tile.region = number(0, 2) == 0 ? Box{{0, 0, 0}, c.points} : c.interior();
    for (int d = 1; d < 3; ++d)
      if (c.ends[d] == Ends::cut) {
        instance.tile.region.lo[d] = -number(0, 4);
        instance.tile.region.hi[d] = c.points[d] + number(0, 4);
      }
    return instance;
  }

  ToyInstance boundary(const HistoryCase& c) {
    ToyInstance instance;
    ToyFaces faces;
    faces.z_first = number(0, 1) == 1;
    Index3 behind{0, 0, 0}, late{0, 0, 0};
    for (int d = 1; d < 3; ++d)
      for (const int side : {0, 1}) {
        if (c.ends[d] != Ends::faces) continue;
        faces.reach[d][side] = number(1, 3);
        behind[d] = std::max(behind[d], faces.reach[d][side] - 1);
        late[d] = faces.reach[d][0] - 1;
      }
    const int filled = number(0, c.arrays - 1), old = number(0, c.arrays - 1);
    faces.arrays = {filled};
    instance.tile.accesses.push_back({filled, true, true, {0, 0, 0}, behind, late});
    if (old != filled) {
      faces.old = {old};
      instance.tile.accesses.push_back({old, true, false, {0, 0, 0}, behind, {0, 0, 0}});
    }
    instance.tile.region = c.interior();
    instance.faces.push_back(faces);
    return instance;
  }

  std::mt19937& random_;
};

}  // namespace

HistoryCase random_case(std::mt19937& random) { return Dice(random).draw(); }

}  // namespace cardon::test
