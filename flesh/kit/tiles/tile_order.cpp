// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/grid/exchange_boxes.hpp>
#include <cardon/kit/tiles/tile_order.hpp>
#include <limits>
#include <unordered_map>

namespace cardon {
namespace {

/// Half-open, in one direction.
struct Span {
  int lo = 0, hi = 0;
  bool empty() const { return lo >= hi; }
};

Span span_of(const Box& box, int d) { return {box.lo[d], box.hi[d]}; }

int lag(const TileAccess& later, const TileAccess& earlier, int d, const TileRules& rules) {
  int min_lag = TileRules::none;
  if (later.reads && earlier.writes)
    min_lag = std::max(min_lag, rules.read_after_write(later, earlier, d));
  if (later.writes && earlier.reads)
    min_lag = std::max(min_lag, rules.write_after_read(later, earlier, d));
  if (later.writes && earlier.writes)
    min_lag = std::max(min_lag, rules.write_after_write(later, earlier, d));
  return min_lag;
}

int more_margin(const TileAccess& later, const TileAccess& earlier, int d, const TileRules& rules) {
  int min_margin = TileRules::none;
  if (later.reads && earlier.writes) min_margin = std::max(min_margin, rules.margin(later, d));
  if (later.writes && earlier.reads) min_margin = std::max(min_margin, rules.margin(earlier, d));
  if (later.writes && earlier.writes) min_margin = std::max(min_margin, 0);
  return min_margin;
}

/// How earlier instances use the arrays. Segments have hundreds of instances with dozens of arrays
/// each, but there are few ways to use an array, and of those that use it alike only the largest
/// number counts.
class EarlierUses {
 public:
  /// One way to use an array.
  struct Use {
    const TileAccess* access = nullptr;
    Index3 max{0, 0, 0};  ///< largest skews, or margins, of the instances that use it so
  };

  const std::vector<Use>& of(int array) const {
    const auto found = uses_.find(array);
    return found == uses_.end() ? none_ : found->second;
  }

  void note(const TileInstance& instance, const Index3& numbers) {
    for (const TileAccess& access : instance.accesses) {
      std::vector<Use>& uses = uses_[access.array];
      auto use = std::find_if(uses.begin(), uses.end(),
                              [&](const Use& u) { return alike(*u.access, access); });
      if (use == uses.end()) use = uses.insert(use, {&access, numbers});
      for (int d = 0; d < 3; ++d) use->max[d] = std::max(use->max[d], numbers[d]);
    }
  }

 private:
  static bool alike(const TileAccess& a, const TileAccess& b) {
    return a.reads == b.reads && a.writes == b.writes && a.ahead == b.ahead &&
           a.behind == b.behind && a.late == b.late;
  }

  std::unordered_map<int, std::vector<Use>> uses_;  // by array
  std::vector<Use> none_;
};

class Sweep {
 public:
  Sweep(std::span<const TileInstance> instances, std::span<const Index3> skews,
        const TileSpace& space, const TileRules& rules)
      : instances_(instances), skews_(skews), space_(space), rules_(rules) {}

  using Visit = std::function<void(int, const Box&)>;

  void run(const TileShape& shape, const Visit& visit) const {
    run(
        shape, visit, [] {}, [] {});
  }

  /// Also calls these before the first step of a column, and before each step.
  void run(const TileShape& shape, const Visit& visit, const std::function<void()>& column,
           const std::function<void()>& step) const {
    const Span rows = extent(1), planes = extent(2);
    for (int y = rows.lo; y < rows.hi; y += shape.rows) {
      column();
      for (int z = planes.lo; z < planes.hi; z += shape.planes) {
        step();
        for (int i = 0; i < int(instances_.size()); ++i)
          visit_parts(i, part(i, 1, {y, y + shape.rows}), part(i, 2, {z, z + shape.planes}), visit);
      }
    }
  }

  // The tiles' coordinates, in which each instance is ahead by its skew.
  Span extent(int d) const {
    Span all{std::numeric_limits<int>::max(), std::numeric_limits<int>::min()};
    for (int i = 0; i < int(instances_.size()); ++i) {
      const Span r = region(i, d), anchors = span_of(space_.anchors, d);
      if (instances_[std::size_t(i)].region.empty()) continue;
      all.lo = std::min(all.lo, std::clamp(r.lo, anchors.lo, anchors.hi - 1) + skew(i, d));
      all.hi = std::max(all.hi, std::clamp(r.hi, anchors.lo + 1, anchors.hi) + skew(i, d));
    }
    return all;
  }

 private:
  int skew(int i, int d) const { return skews_[std::size_t(i)][d]; }

  Span region(int i, int d) const {
    Span r = span_of(instances_[std::size_t(i)].region, d);
    if (space_.cyclic[d] == 0) return r;
    const int shift = rules_.cyclic_shift(skew(i, d));
    return {r.lo + shift, r.hi + shift};
  }

  // What an instance computes in a tile.
  Span part(int i, int d, Span tile) const {
    const Span r = region(i, d), anchors = span_of(space_.anchors, d);
    tile.lo -= skew(i, d);
    tile.hi -= skew(i, d);
    if (tile.hi <= anchors.lo || tile.lo >= anchors.hi) return {};
    return {tile.lo <= anchors.lo ? r.lo : std::max(r.lo, tile.lo),
            tile.hi >= anchors.hi ? r.hi : std::min(r.hi, tile.hi)};
  }

  void visit_parts(int i, const Span& rows, const Span& planes, const Visit& visit) const {
    if (rows.empty() || planes.empty()) return;
    for (const Span& y : wrapped(rows, 1))
      for (const Span& z : wrapped(planes, 2)) {
        Box box = instances_[std::size_t(i)].region;
        box.lo[1] = y.lo, box.hi[1] = y.hi;
        box.lo[2] = z.lo, box.hi[2] = z.hi;
        visit_undone(i, box, visit);
      }
  }

  void visit_undone(int i, const Box& box, const Visit& visit) const {
    const Box& done = instances_[std::size_t(i)].done;
    if (box.empty()) return;
    if (done.empty()) return visit(i, box);
    for (const Box& part : subtract(box, done)) visit(i, part);
  }

  // In two parts where it runs over the end of a cyclic direction; one may be empty.
  std::array<Span, 2> wrapped(const Span& r, int d) const {
    const int n = space_.cyclic[d];
    if (n == 0 || r.hi <= n || !rules_.wraps()) return {r, Span{}};
    return {Span{r.lo, n}, Span{std::max(r.lo, n) - n, r.hi - n}};
  }

  std::span<const TileInstance> instances_;
  std::span<const Index3> skews_;
  const TileSpace& space_;
  const TileRules& rules_;
};

}  // namespace

int TileRules::read_after_write(const TileAccess& read, const TileAccess& write, int d) const {
  return std::max(read.ahead[d], write.late[d]);
}

int TileRules::write_after_read(const TileAccess&, const TileAccess& read, int d) const {
  return read.behind[d];
}

// Late writes to faces need no more: a boundary also reads what it fills.
int TileRules::write_after_write(const TileAccess&, const TileAccess&, int) const { return 0; }

int TileRules::margin(const TileAccess& read, int d) const {
  return std::max(read.ahead[d], read.behind[d]);
}

std::vector<Index3> tile_skews(std::span<const TileInstance> instances, const TileRules& rules) {
  std::vector<Index3> skews(instances.size(), Index3{0, 0, 0});
  EarlierUses uses;
  for (std::size_t i = 0; i < instances.size(); ++i) {
    for (const TileAccess& later : instances[i].accesses)
      for (const EarlierUses::Use& use : uses.of(later.array))
        for (int d = 1; d < 3; ++d)
          skews[i][d] = std::max(skews[i][d], use.max[d] + lag(later, *use.access, d, rules));
    uses.note(instances[i], skews[i]);
  }
  return skews;
}

std::vector<Index3> core_margins(std::span<const TileInstance> instances, const TileRules& rules) {
  std::vector<Index3> margins(instances.size(), Index3{0, 0, 0});
  EarlierUses uses;
  for (std::size_t i = 0; i < instances.size(); ++i) {
    for (const TileAccess& later : instances[i].accesses)
      for (int d = 0; d < 3; ++d) {
        int& margin = margins[i][d];
        if (later.reads) margin = std::max(margin, rules.margin(later, d));
        for (const EarlierUses::Use& use : uses.of(later.array))
          margin = std::max(margin, use.max[d] + more_margin(later, *use.access, d, rules));
      }
    uses.note(instances[i], margins[i]);
  }
  return margins;
}

bool skews_fit(std::span<const TileInstance> instances, std::span<const Index3> skews,
               const TileSpace& space) {
  for (int d = 1; d < 3; ++d) {
    if (space.cyclic[d] == 0) continue;
    int span = 0, reach = 0;
    for (const Index3& skew : skews) span = std::max(span, skew[d]);
    for (const TileInstance& instance : instances)
      for (const TileAccess& access : instance.accesses)
        reach = std::max({reach, access.ahead[d], access.behind[d]});
    if (span + reach > space.cyclic[d]) return false;
  }
  return true;
}

void for_each_tile(std::span<const TileInstance> instances, std::span<const Index3> skews,
                   const TileSpace& space, const TileShape& shape,
                   const std::function<void(int, const Box&)>& visit, const TileRules& rules) {
  Sweep(instances, skews, space, rules).run(shape, visit);
}

TileColumns tile_columns(std::span<const TileInstance> instances, std::span<const Index3> skews,
                         const TileSpace& space, const TileShape& shape, const TileRules& rules) {
  TileColumns columns;
  Sweep(instances, skews, space, rules)
      .run(
          shape,
          [&](int i, const Box& box) {
            columns.parts.push_back({i, box});
          },
          [&] { ++columns.columns; }, [&] { columns.steps.push_back(columns.parts.size()); });
  columns.steps.push_back(columns.parts.size());
  return columns;
}

Index3 tile_extent(std::span<const TileInstance> instances, std::span<const Index3> skews,
                   const TileSpace& space) {
  const TileRules rules;
  const Sweep sweep(instances, skews, space, rules);
  Index3 extent{0, 0, 0};
  for (int d = 1; d < 3; ++d) {
    const Span all = sweep.extent(d);
    extent[d] = all.empty() ? 0 : all.hi - all.lo;
  }
  return extent;
}

}  // namespace cardon
