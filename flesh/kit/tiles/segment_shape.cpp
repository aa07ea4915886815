// SPDX-License-Identifier: Apache-2.0
#include <cardon/kit/tiles/segment_shape.hpp>
#include <map>
#include <numeric>
#include <set>

namespace cardon {
namespace {

class Maker {
 public:
  Maker(const Program& program, const Layout& layout, int block, const FaceReach& reach)
      : program_(program), layout_(layout), block_(block), reach_(reach) {
    for (const GridFunction& field : program.fields) {
      first_.push_back(arrays_);
      arrays_ += field.arrays();
    }
  }

  void add(const GrownTask& grown, std::vector<TileInstance>& instances) {
    const Task& task = program_.tasks[std::size_t(grown.task)];
    if (task.kind == Task::rotate) {
      for (const int field : task.fields) ++rotations_[field];
      return;
    }
    const bool fills = task.kind == Task::boundary;
    TileInstance& instance = instances.emplace_back();
    instance.region =
        layout_.computed(block_, grown.growth, fills ? Region::interior : task.region);
    for (const Binding& binding : task.bindings) {
      TileAccess access;
      access.array = array(binding.field, binding.level);
      access.reads = binding.reads || fills;
      access.writes = binding.writes;
      if (fills)
        add_reach_of_faces(grown.growth, access);
      else if (binding.reads)
        access.ahead = access.behind = binding.radius;
      instance.accesses.push_back(access);
    }
  }

  // Directions that the block spans and whose ends meet are cyclic; faces are filled with the rows
  // inside.
  TileSpace space() const {
    TileSpace space;
    const Box interior = layout_.grid().interior();
    for (int d = 1; d < 3; ++d) {
      if (layout_.has_images(d)) space.cyclic[d] = layout_.grid().points[d];
      if (!layout_.has_faces(d)) continue;
      space.anchors.lo[d] = interior.lo[d];
      space.anchors.hi[d] = interior.hi[d];
    }
    return space;
  }

 private:
  // Equal numbers mean equal memory, as levels rotate within the arrays of their field.
  int array(int field, int level) const {
    const GridFunction& f = program_.fields[std::size_t(field)];
    const auto rotated = rotations_.find(field);
    const int back = rotated == rotations_.end() ? 0 : rotated->second % f.arrays();
    const int place = (array_place(f, level) - back + f.arrays()) % f.arrays();
    return first_[std::size_t(field)] + place;
  }

  bool has_face(int d, bool upper, const Growth& growth) const {
    if (!layout_.has_faces(d)) return false;
    const Box grown = layout_.grown(block_, growth), interior = layout_.grid().interior();
    return upper ? grown.hi[d] > interior.hi[d] : grown.lo[d] < interior.lo[d];
  }

  // A boundary task reads inside the rows that it fills a face with, and fills a lower face late.
  void add_reach_of_faces(const Growth& growth, TileAccess& access) const {
    for (int d = 1; d < 3; ++d)
      for (const bool upper : {false, true}) {
        if (!has_face(d, upper, growth)) continue;
        const int inside = std::max(reach_[d][upper] - 1, 0);
        access.behind[d] = std::max(access.behind[d], inside);
        if (!upper) access.late[d] = inside;
      }
  }

  const Program& program_;
  const Layout& layout_;
  int block_;
  const FaceReach& reach_;
  int arrays_ = 0;
  std::vector<int> first_;        // array of each field
  std::map<int, int> rotations_;  // by field, so far
};

SegmentFacts facts_of(const SegmentShape& segment, int last) {
  SegmentFacts facts;
  facts.instances = int(segment.instances.size());
  std::set<int> arrays;
  for (const Index3& skew : segment.skews)
    for (int d = 1; d < 3; ++d) facts.span[d] = std::max(facts.span[d], skew[d]);
  for (const TileInstance& instance : segment.instances) {
    facts.window = std::max(facts.window, touched_planes(instance, last));
    for (const TileAccess& access : instance.accesses) {
      arrays.insert(access.array);
      for (int d = 0; d < 3; ++d) facts.reach[d] = std::max(facts.reach[d], access.ahead[d]);
    }
  }
  facts.arrays = int(arrays.size());
  facts.extent = tile_extent(segment.instances, segment.skews, segment.space);
  facts.fits = skews_fit(segment.instances, segment.skews, segment.space);
  return facts;
}

}  // namespace

int touched_planes(const TileInstance& instance, int direction) {
  std::map<int, int> planes;  // by array
  for (const TileAccess& access : instance.accesses) {
    int& max_planes = planes[access.array];
    max_planes = std::max(max_planes, access.behind[direction] + 1 + access.ahead[direction]);
  }
  return std::accumulate(planes.begin(), planes.end(), 0,
                         [](int sum, const auto& array) { return sum + array.second; });
}

SegmentShape segment_shape(const Program& program, const Layout& layout, int block,
                           std::span<const GrownTask> tasks, const FaceReach& reach) {
  Maker maker(program, layout, block, reach);
  SegmentShape segment;
  segment.space = maker.space();
  bool upwards = true, fills_faces = false;
  for (const GrownTask& grown : tasks) {
    const Task& task = program.tasks[std::size_t(grown.task)];
    upwards = upwards && (task.kind != Task::boundary || fills_upwards(program, layout, task));
    fills_faces = fills_faces || task.kind == Task::boundary;
    maker.add(grown, segment.instances);
  }
  segment.skews = tile_skews(segment.instances);
  segment.facts = facts_of(segment, layout.grid().dimensions - 1);
  segment.facts.fills_faces = fills_faces;
  segment.facts.fits = segment.facts.fits && upwards;
  return segment;
}

// An instance without a core leaves none to those behind it, which may need its values.
std::vector<Box> segment_cores(const SegmentShape& segment, const Layout& layout, int block,
                               const Pending& pending, const FaceReach& reach) {
  std::vector<Box> cores(segment.instances.size());
  if (!pending.any()) return cores;
  const std::vector<Index3> margins = core_margins(segment.instances);
  for (std::size_t n = 0; n < cores.size(); ++n) {
    const Box& region = segment.instances[n].region;
    if (region.empty()) continue;
    cores[n] = task_core(layout, block, region, margins[n], pending, reach);
    if (cores[n].empty()) break;
  }
  return cores;
}

bool fills_upwards(const Program& program, const Layout& layout, const Task& boundary) {
  if (boundary.keeps_points || !boundary.rates.empty()) return false;
  for (int d = 0; d < 3; ++d)
    for (const int side : {0, 1})
      if (layout.has_faces(d) && boundary.faces[d][side] && program.face_task[d][side] >= 0)
        return false;
  return true;
}

bool joins_segment(const Program& program, const Layout& layout, const Task& task) {
  if (task.bin == Bin::initial || only_looks(task.bin)) return false;
  return task.kind != Task::boundary || fills_upwards(program, layout, task);
}

}  // namespace cardon
