// SPDX-License-Identifier: Apache-2.0
#include "history_case.hpp"

#include <cardon/kit/grid/exchange_boxes.hpp>

namespace cardon::test {
namespace {

constexpr int margin = 8;  // rows stored beyond the points
constexpr int max_reach = 2;

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a * 0x9e3779b97f4a7c15u + b;
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9u;
  return x ^ (x >> 32);
}

int floor_mod(int a, int n) { return (a % n + n) % n; }

class Toy {
 public:
  explicit Toy(const HistoryCase& the_case)
      : case_(the_case),
        height_(the_case.points[1] + 2 * margin),
        width_(the_case.points[2] + 2 * margin),
        values_(std::size_t(the_case.arrays * height_ * width_)) {
    for (int d = 1; d < 3; ++d) {
      const int layers = case_.ends[d] == Ends::cyclic ? max_reach : margin;
      stored_.lo[d] = -layers;
      stored_.hi[d] = case_.points[d] + layers;
    }
    for (int a = 0; a < case_.arrays; ++a)
      for (int y = -margin; y < case_.points[1] + margin; ++y)
        for (int z = -margin; z < case_.points[2] + margin; ++z)
          at(a, y, z) = mix(std::uint64_t(a), mix(std::uint64_t(inside(1, y) + margin),
                                                  std::uint64_t(inside(2, z) + margin)));
  }

  const History& values() const { return values_; }

  /// Points beyond cut ends hold something else meanwhile.
  void hide_ghosts() {
    shown_ = values_;
    each_ghost([](std::uint64_t& value, std::uint64_t) { value = 77; });
  }
  void show_ghosts() {
    each_ghost([](std::uint64_t& value, std::uint64_t shown) { value = shown; });
  }

  void run(int number, const Box& part, bool whole) {
    const ToyInstance& instance = case_.program[std::size_t(number)];
    if (instance.faces.empty()) return compute(number, part);
    const ToyFaces& faces = instance.faces.front();
    for (const int d : {faces.z_first ? 2 : 1, faces.z_first ? 1 : 2})
      for (const bool upper : {false, true})
        if (touches(faces, part, d, upper, whole)) fill(number, faces, part, d, upper, whole);
  }

 private:
  std::uint64_t& at(int array, int y, int z) {
    return values_[std::size_t((array * height_ + y + margin) * width_ + z + margin)];
  }
  void each_ghost(const auto& visit) {
    const auto beyond = [&](int d, int i) {
      return case_.ends[d] == Ends::cut && (i < 0 || i >= case_.points[d]);
    };
    for (int a = 0; a < case_.arrays; ++a)
      for (int y = -margin; y < case_.points[1] + margin; ++y)
        for (int z = -margin; z < case_.points[2] + margin; ++z) {
          std::uint64_t& value = at(a, y, z);
          if (beyond(1, y) || beyond(2, z)) visit(value, shown_[std::size_t(&value - &values_[0])]);
        }
  }
  int inside(int d, int i) const {
    return case_.ends[d] == Ends::cyclic ? floor_mod(i, case_.points[d]) : i;
  }

  void compute(int number, const Box& part) {
    const auto& accesses = case_.program[std::size_t(number)].tile.accesses;
    for (int y = part.lo[1]; y < part.hi[1]; ++y)
      for (int z = part.lo[2]; z < part.hi[2]; ++z) {
        std::uint64_t history = std::uint64_t(number);
        for (const TileAccess& access : accesses)
          if (access.reads) history = mix(history, neighbourhood(access, y, z));
        for (const TileAccess& access : accesses)
          if (access.writes) at(access.array, y, z) = mix(history, std::uint64_t(access.array));
      }
    for (const TileAccess& access : accesses)
      if (access.writes) copy_images(access.array, part);
  }

  std::uint64_t neighbourhood(const TileAccess& access, int y, int z) {
    std::uint64_t all = 1;
    for (int b = -access.behind[1]; b <= access.ahead[1]; ++b)
      for (int c = -access.behind[2]; c <= access.ahead[2]; ++c)
        all = mix(all, at(access.array, y + b, z + c));
    return all;
  }

  // Every image of a point of the part.
  void copy_images(int array, const Box& part) {
    for (const int b : shifts(1))
      for (const int c : shifts(2)) {
        if (b == 0 && c == 0) continue;
        const Box to = intersect(shift(part, {0, b, c}), stored_);
        for (int y = to.lo[1]; y < to.hi[1]; ++y)
          for (int z = to.lo[2]; z < to.hi[2]; ++z) at(array, y, z) = at(array, y - b, z - c);
      }
  }
  std::vector<int> shifts(int d) const {
    if (case_.ends[d] != Ends::cyclic) return {0};
    return {-case_.points[d], 0, case_.points[d]};
  }

  bool touches(const ToyFaces& faces, const Box& part, int d, bool upper, bool whole) const {
    if (case_.ends[d] != Ends::faces || part.empty()) return false;
    if (whole) return true;
    const int row =
        upper ? case_.interior().hi[d] - 1 : case_.interior().lo[d] + faces.reach[d][0] - 1;
    return part.lo[d] <= row && row < part.hi[d];
  }

  // Layer by layer, over the part and over the layers of the direction that came before.
  void fill(int number, const ToyFaces& faces, const Box& part, int d, bool upper, bool whole) {
    const int t = 3 - d, in = upper ? -1 : 1;
    const Box interior = case_.interior();
    Box box = part;
    if ((d == 1) == faces.z_first) {
      if (touches(faces, part, t, false, whole)) box.lo[t] = -case_.exterior;
      if (touches(faces, part, t, true, whole)) box.hi[t] = case_.points[t] + case_.exterior;
    }
    const int innermost = upper ? interior.hi[d] : interior.lo[d] - 1;
    for (int layer = 0; layer < case_.owned + case_.exterior; ++layer) {
      box.lo[d] = innermost - layer * in;
      box.hi[d] = box.lo[d] + 1;
      for (int i = box.lo[t]; i < box.hi[t]; ++i)
        fill_point(number, faces, {d, box.lo[d], i}, in, layer + faces.reach[d][upper]);
      for (const int array : faces.arrays) copy_images(array, box);
    }
  }

  struct Place {
    int d, normal, tangential;
  };
  std::uint64_t& at(int array, const Place& p, int shift) {
    return p.d == 1 ? at(array, p.normal + shift, p.tangential)
                    : at(array, p.tangential, p.normal + shift);
  }
  void fill_point(int number, const ToyFaces& faces, const Place& place, int in, int reach) {
    for (const int array : faces.arrays) {
      std::uint64_t history = mix(std::uint64_t(number), std::uint64_t(place.d));
      for (int n = 1; n <= reach; ++n) history = mix(history, at(array, place, n * in));
      for (const int old : faces.old)
        for (int n = 0; n <= reach; ++n) history = mix(history, at(old, place, n * in));
      at(array, place, 0) = history;
    }
  }

  const HistoryCase& case_;
  int height_, width_;
  History values_, shown_;
  Box stored_{{0, 0, 0}, {1, 1, 1}};
};

}  // namespace

Box HistoryCase::interior() const {
  Box box{{0, 0, 0}, points};
  for (int d = 1; d < 3; ++d)
    if (ends[d] == Ends::faces) box.lo[d] = owned, box.hi[d] = points[d] - owned;
  return box;
}

TileSpace HistoryCase::space() const {
  TileSpace space;
  for (int d = 1; d < 3; ++d) {
    if (ends[d] == Ends::cyclic) space.cyclic[d] = points[d];
    if (ends[d] != Ends::faces) continue;
    space.anchors.lo[d] = interior().lo[d];
    space.anchors.hi[d] = interior().hi[d];
  }
  return space;
}

std::vector<TileInstance> HistoryCase::instances() const {
  std::vector<TileInstance> all;
  for (const ToyInstance& instance : program) all.push_back(instance.tile);
  return all;
}

History plain(const HistoryCase& the_case) {
  Toy toy(the_case);
  for (std::size_t n = 0; n < the_case.program.size(); ++n)
    toy.run(int(n), the_case.program[n].tile.region, true);
  return toy.values();
}

History tiled(const HistoryCase& the_case, const TileRules& rules) {
  Toy toy(the_case);
  const std::vector<TileInstance> instances = the_case.instances();
  const std::vector<Index3> skews = tile_skews(instances, rules);
  const TileSpace space = the_case.space();
  if (!skews_fit(instances, skews, space)) return plain(the_case);
  for_each_tile(
      instances, skews, space, the_case.shape,
      [&](int number, const Box& part) { toy.run(number, part, false); }, rules);
  return toy.values();
}

namespace {

// Shrunk at cut ends. Faces must find in a part what their boundaries read.
std::vector<Box> cores_of(const HistoryCase& the_case, const TileRules& rules) {
  const std::vector<TileInstance> instances = the_case.instances();
  const std::vector<Index3> margins = core_margins(instances, rules);
  std::vector<Box> cores(instances.size());
  for (std::size_t n = 0; n < cores.size(); ++n) {
    Box box = instances[n].region;
    for (int d = 1; d < 3; ++d) {
      if (the_case.ends[d] != Ends::cut) continue;
      box.lo[d] = std::max(box.lo[d], margins[n][d]);
      box.hi[d] = std::min(box.hi[d], the_case.points[d] - margins[n][d]);
    }
    if (box.empty()) break;
    cores[n] = box;
  }
  return cores;
}

/// One thread for each of some columns, part by part.
class Threads {
 public:
  Threads(const TileColumns& columns, int threads, const TileRules& rules)
      : columns_(columns), rules_(rules), done_(std::size_t(columns.columns), 0) {
    while (threads-- > 0) take_next();
  }
  bool working() const { return !active_.empty(); }
  /// The next part of one of those that need not wait; nullptr: it was the end of a step.
  const TilePart* advance(std::mt19937& random) {
    std::vector<std::size_t> able;
    for (std::size_t n = 0; n < active_.size(); ++n)
      if (may_go_on(active_[n])) able.push_back(n);
    const std::size_t n = able.at(random() % able.size());
    At& at = active_[n];
    const auto parts = columns_.parts_of(at.column, at.step);
    if (at.part < parts.size()) return &parts[at.part++];
    done_[std::size_t(at.column)] = ++at.step;
    at.part = 0;
    if (at.step < columns_.steps_of_column()) return nullptr;
    active_.erase(active_.begin() + std::ptrdiff_t(n));
    take_next();
    return nullptr;
  }

 private:
  struct At {
    int column = 0, step = 0;
    std::size_t part = 0;
  };
  void take_next() {
    if (next_ < columns_.columns) active_.push_back({next_++, 0, 0});
  }
  bool may_go_on(const At& at) const {
    return at.column == 0 || done_[std::size_t(at.column) - 1] >= rules_.steps_before(at.step);
  }

  const TileColumns& columns_;
  const TileRules& rules_;
  std::vector<int> done_;  // steps of each column
  std::vector<At> active_;
  int next_ = 0;
};

}  // namespace

// The rules of the order are those of the rest only.
History with_core(const HistoryCase& the_case, const TileRules& rules, Rest rest) {
  Toy toy(the_case);
  std::vector<TileInstance> instances = the_case.instances();
  const std::vector<Index3> skews = tile_skews(instances);
  const TileSpace space = the_case.space();
  const std::vector<Box> cores = cores_of(the_case, rules);
  if (!skews_fit(instances, skews, space)) return plain(the_case);
  toy.hide_ghosts();
  for (std::size_t n = 0; n < cores.size(); ++n) instances[n].region = cores[n];
  for_each_tile(instances, skews, space, the_case.shape,
                [&](int number, const Box& part) { toy.run(number, part, false); });
  toy.show_ghosts();
  instances = the_case.instances();
  const std::vector<Index3> lags = tile_skews(instances, rules);
  for (std::size_t n = 0; n < cores.size(); ++n) instances[n].done = cores[n];
  if (rest == Rest::in_tiles)
    for_each_tile(
        instances, lags, space, the_case.shape,
        [&](int number, const Box& part) { toy.run(number, part, false); }, rules);
  for (std::size_t n = 0; n < cores.size() && rest == Rest::one_by_one; ++n)
    for (const Box& box : subtract(instances[n].region, cores[n])) toy.run(int(n), box, false);
  return toy.values();
}

History in_columns(const HistoryCase& the_case, int threads, std::mt19937& random,
                   const TileRules& rules) {
  Toy toy(the_case);
  const std::vector<TileInstance> instances = the_case.instances();
  const std::vector<Index3> skews = tile_skews(instances, rules);
  const TileSpace space = the_case.space();
  if (!skews_fit(instances, skews, space)) return plain(the_case);
  const TileColumns columns = tile_columns(instances, skews, space, the_case.shape, rules);
  for (Threads team(columns, threads, rules); team.working();)
    if (const TilePart* part = team.advance(random)) toy.run(part->instance, part->box, false);
  return toy.values();
}

}  // namespace cardon::test
