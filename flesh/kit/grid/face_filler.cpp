// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/grid/copy_box.hpp>
#include <cardon/kit/grid/face_filler.hpp>
#include <cardon/kit/grid/face_thickness.hpp>
#include <cardon/kit/grid/image_depth.hpp>
#include <cardon/thorn/error.hpp>
#include <iterator>
#include <limits>

#include "grid/face_task_runner.hpp"
#include "grid/pieces.hpp"

namespace cardon {
namespace {

// The value given for the field, else the one given for all.
const FaceValue* value_for(const FaceBoundary& face, const GridFunction& field) {
  for (const std::string& name : {field.full_name(), field.name, std::string()}) {
    if (name.empty() && !field.is_advanced()) continue;
    const auto found = face.values.find(name);
    if (found != face.values.end()) return &found->second;
  }
  return nullptr;
}

// Copies the points inside a face outwards, layer by layer: for fields without a condition of their
// own.
void continue_flat(const FieldArray& array, Box box, int d, bool upper) {
  Index3 inside{0, 0, 0};
  inside[d] = upper ? -1 : 1;
  const int first = upper ? box.lo[d] : box.hi[d] - 1;
  for (int layer = 0, layers = box.extent(d); layer < layers; ++layer) {
    box.lo[d] = first - layer * inside[d];
    box.hi[d] = box.lo[d] + 1;
    copy_points(array, box, inside);
  }
}

// What the fields of a boundary task hold at some points, to be put back after it.
class KeptPoints {
 public:
  KeptPoints(const Task& task, const Box& box, const BlockStorage& storage) : box_(box) {
    for (const int field : task.fields) arrays_.push_back(storage.array(field, task.level));
    visit([&](Real& value) { values_.push_back(value); });
  }
  void put_back() const {
    std::size_t n = 0;
    visit([&](Real& value) { value = values_[n++]; });
  }

 private:
  template <class F>
  void visit(const F& f) const {
    for (const FieldArray& array : arrays_)
      for (int k = box_.lo[2]; k < box_.hi[2]; ++k)
        for (int j = box_.lo[1]; j < box_.hi[1]; ++j)
          for (int i = box_.lo[0]; i < box_.hi[0]; ++i) f(array.row(j, k)[i]);
  }
  Box box_;
  std::vector<FieldArray> arrays_;
  std::vector<Real> values_;
};

// Apart from what every part needs: by the next part the tasks have pushed the code, too, out of
// the cache.
template <class F>
[[gnu::noinline]] void keep_points(const Task& task, const Box& box, const BlockStorage& storage,
                                   const F& fill) {
  const KeptPoints kept(task, box, storage);
  fill();
  kept.put_back();
}

// 0, -1, 1, -2, 2, ...: where the images of the domain are, in whole periods.
int image_place(int n) { return n % 2 ? -(n + 1) / 2 : n / 2; }

// Images are made from the inside outwards, here and below, so that on grids thinner than the
// stencil the image of an image finds it filled.
void copy_ends_of_rows(const FieldArray& array, const Box& box, int points, int depth) {
  for (int k = box.lo[2]; k < box.hi[2]; ++k)
    for (int j = box.lo[1]; j < box.hi[1]; ++j) {
      Real* const row = array.row(j, k);
      for (int layer = 0; layer < depth; ++layer) {
        row[-1 - layer] = row[points - 1 - layer];
        row[points + layer] = row[layer];
      }
    }
}

}  // namespace

FaceFiller::FaceFiller(const DriverSetup& setup, const Layout& layout, int block,
                       const BlockStorage& storage)
    : program_(*setup.program),
      layout_(layout),
      block_(block),
      storage_(storage),
      interior_(layout.grid().interior()),
      ends_(layout.grid().extended()),
      shared_(setup.team != nullptr),
      wraps_(layout.wraps(0) || layout.wraps(1) || layout.wraps(2)) {
  for (auto& sides : order_)
    std::fill(std::begin(sides), std::end(sides), std::numeric_limits<int>::max());
  for (const auto kind : {BoundaryKind::evolution, BoundaryKind::values, BoundaryKind::symmetry})
    list_faces(setup, kind);
  measure_images(program_);
}

FaceFiller::~FaceFiller() = default;

void FaceFiller::list_faces(const DriverSetup& setup, BoundaryKind kind) {
  const Program& program = *setup.program;
  for (int d = 0; d < 3; ++d)
    for (int side = 0; side < 2; ++side) {
      const FaceBoundary& face = setup.faces[d][side];
      if (!layout_.has_faces(d) || !face.service || face.service->kind() != kind) continue;
      FaceRule rule{d, side == 1, face.service.get(), nullptr, {}};
      if (const int task = program.face_task[d][side]; task >= 0)
        rule.task = std::make_unique<FaceTaskRunner>(setup, program.face_tasks[std::size_t(task)],
                                                     layout_, d, side == 1, storage_);
      for (const GridFunction& field : program.fields)
        rule.values.push_back(value_for(face, field));
      order_[d][side] = int(rules_.size());
      rules_.push_back(std::move(rule));
      reach_[d][side] = face_reach(program, *face.service, program.grid.radius[d]);
      min_thickness_[d] = std::max(min_thickness_[d], reach_[d][side]);
    }
}

void FaceFiller::measure_images(const Program& program) {
  image_depth_ = image_depth(program, layout_);
  has_images_ = std::any_of(image_depth_.begin(), image_depth_.end(), [](const Index3& depth) {
    return depth != Index3{0, 0, 0};
  });
}

void FaceFiller::find_faces(const Growth& growth, bool (&faces)[3][2]) const {
  const Box grown = layout_.grown(block_, growth);
  for (int d = 0; d < 3; ++d) {
    faces[d][0] = layout_.has_faces(d) && grown.lo[d] < interior_.lo[d];
    faces[d][1] = layout_.has_faces(d) && grown.hi[d] > interior_.hi[d];
  }
}

// Rows of x are always whole.
FaceFiller::Touched FaceFiller::touched(const Box& part, const bool (&faces)[3][2],
                                        PartOrder order) const {
  Touched touch{};
  for (int d = 0; d < 3; ++d) {
    const bool whole = order == PartOrder::any || d == 0;
    const int first = interior_.lo[d] + (whole ? 0 : std::max(reach_[d][0] - 1, 0));
    touch.at[d][0] = faces[d][0] && part.lo[d] <= first && (whole || first < part.hi[d]);
    touch.at[d][1] = faces[d][1] && part.hi[d] >= interior_.hi[d];
  }
  return touch;
}

// `part` extended along the face with this normal over the layers of the faces that come before it.
Box FaceFiller::with_layers(Box part, const Touched& touch, int before, int normal) const {
  for (int d = 0; d < 3; ++d) {
    if (d == normal) continue;
    if (touch.at[d][0] && order_[d][0] < before) part.lo[d] = ends_.lo[d];
    if (touch.at[d][1] && order_[d][1] < before) part.hi[d] = ends_.hi[d];
  }
  return part;
}

FaceArrays FaceFiller::bind(const Task& task, const Growth& growth, const StepState& state) const {
  FaceArrays arrays;
  find_faces(growth, arrays.faces);
  for (const FaceRule& rule : rules_)
    if (rule.task) rule.task->bind(task.level);
  const bool(&faces)[3][2] = arrays.faces;
  if (!std::any_of(&faces[0][0], &faces[0][0] + 6, [](bool face) { return face; })) return arrays;
  arrays.fields.reserve(rules_.size() * task.fields.size());
  for (const FaceRule& rule : rules_)
    for (std::size_t n = 0; n < task.fields.size(); ++n)
      arrays.fields.push_back(filled(rule, task, n, state));
  return arrays;
}

FaceArrays::Filled FaceFiller::filled(const FaceRule& rule, const Task& task, std::size_t n,
                                      const StepState& state) const {
  using By = FaceArrays::Filled::By;
  const int field = task.fields[n];
  const FieldArray array = storage_.array(field, task.level);
  const Face& face = layout_.grid().faces[rule.direction][rule.upper];
  FaceArrays::Filled filled;
  FaceFill& fill = filled.fill;
  fill.grid = &layout_.grid();
  fill.field = &program_.fields[std::size_t(field)];
  fill.direction = rule.direction;
  fill.upper = rule.upper;
  fill.values = array.origin;
  if (task.level < 0) fill.old = storage_.array(field, 0).origin;
  if (!task.rates.empty()) fill.rate = storage_.array(task.rates[n], 0).origin;
  fill.sy = array.sy;
  fill.sz = array.sz;
  fill.time = state.time_at(task.time_fraction);
  fill.dt = state.dt;
  fill.owned_layers = face.owned_layers;
  fill.exterior_layers = face.exterior_layers;
  fill.value = rule.values[std::size_t(field)];
  if (rule.task && rule.task->fills(field))
    filled.by = By::task;
  else if (!fill.field->is_advanced() && rule.service->kind() != BoundaryKind::symmetry &&
           !fill.value)
    filled.by = By::copies;
  return filled;
}

void FaceFiller::fill_boundary(const Task& task, const Box& part, const Growth& growth,
                               const StepState& state) {
  fill_boundary(task, bind(task, growth, state), part, state, PartOrder::any);
}

void FaceFiller::fill_boundary(const Task& task, const FaceArrays& arrays, const Box& part,
                               const StepState& state, PartOrder order) {
  if (part.empty()) return;
  const Touched touch = touched(part, arrays.faces, order);
  for (std::size_t n = 0; n < rules_.size(); ++n) {
    const FaceRule& rule = rules_[n];
    const int d = rule.direction;
    if (!touch.at[d][rule.upper] || !task.faces[d][rule.upper]) continue;
    Box box = with_layers(part, touch, int(n), d);
    box.lo[d] = rule.upper ? interior_.hi[d] : ends_.lo[d];
    box.hi[d] = rule.upper ? ends_.hi[d] : interior_.lo[d];
    if (box.empty()) continue;
    const std::span<const FaceArrays::Filled> fields(arrays.fields.data() + n * task.fields.size(),
                                                     task.fields.size());
    fill_face(rule, task, fields, box, state);
    if (order == PartOrder::any || !has_images_) continue;
    for (const auto& [by, fill] : fields)
      copy_images(fill.field->id, {fill.values, fill.sy, fill.sz}, box);
  }
}

void FaceFiller::fill_face(const FaceRule& rule, const Task& task,
                           std::span<const FaceArrays::Filled> fields, const Box& box,
                           const StepState& state) {
  std::unique_lock lock(filling_, std::defer_lock);
  if (shared_) lock.lock();
  const bool keeps = task.keeps_points && rule.service->kind() == BoundaryKind::values;
  const Box kept_points = keeps ? intersect(box, layout_.grid().domain()) : Box{};
  const auto fill = [&] { fill_fields(rule, task, fields, box, state); };
  kept_points.empty() ? fill() : keep_points(task, kept_points, storage_, fill);
}

void FaceFiller::fill_fields(const FaceRule& rule, const Task& task,
                             std::span<const FaceArrays::Filled> fields, const Box& box,
                             const StepState& state) {
  using By = FaceArrays::Filled::By;
  bool by_task = false;
  for (const FaceArrays::Filled& filled : fields) {
    FaceFill fill = filled.fill;
    if (filled.by == By::service) fill_pieces(*rule.service, box, fill);
    if (filled.by == By::copies)
      continue_flat({fill.values, fill.sy, fill.sz}, box, rule.direction, rule.upper);
    by_task = by_task || filled.by == By::task;
  }
  if (by_task) rule.task->fill(task, box, state);
}

void FaceFiller::fill_pieces(const Boundary& service, const Box& box, FaceFill& fill) {
  if (!wraps_ || layout_.is_unwrapped(box)) {
    fill.box = box;
    return service.fill(fill);
  }
  pieces_.clear();
  cut_at_images(layout_, box, pieces_);
  for (const Piece& piece : pieces_) {
    fill.box = piece.box;
    std::copy(std::begin(piece.frame.shift), std::end(piece.frame.shift), fill.shift.begin());
    service.fill(fill);
  }
}

void FaceFiller::fill_images(int field, int level, const Box& part, const Growth& growth) {
  if (part.empty() || !has_images(field)) return;
  copy_images(field, storage_.array(field, level), with_faces(part, growth));
}

Box FaceFiller::with_faces(const Box& part, const Growth& growth) const {
  bool faces[3][2];
  find_faces(growth, faces);
  return with_layers(part, touched(part, faces, PartOrder::any), std::numeric_limits<int>::max(),
                     -1);
}

// A lower face may be filled with a later part than the rows at it.
void FaceFiller::visit_filled(const Box& part, const FaceArrays& arrays,
                              const std::function<void(const Box&)>& visit) const {
  const Touched touch = touched(part, arrays.faces, PartOrder::upwards);
  const Box filled = with_layers(part, touch, std::numeric_limits<int>::max(), -1);
  const auto has_gap = [&](int d) { return touch.at[d][0] && part.lo[d] > interior_.lo[d]; };
  for (int below_z = has_gap(2) ? 1 : 0; below_z >= 0; --below_z)
    for (int below_y = has_gap(1) ? 1 : 0; below_y >= 0; --below_y) {
      Box box = filled;
      const int below[3] = {0, below_y, below_z};
      for (int d = 1; d < 3; ++d) {
        if (!has_gap(d)) continue;
        if (below[d] == 1) box.hi[d] = interior_.lo[d];
        if (below[d] == 0) box.lo[d] = part.lo[d];
      }
      visit(box);
    }
}

// As how many images, itself included, the domain is seen within `depth` points of its ends.
int FaceFiller::image_count(int d, int depth) const {
  const int points = layout_.grid().points[d];
  return 1 + 2 * ((depth + points - 1) / points);
}

void FaceFiller::copy_images(int field, const FieldArray& array, const Box& box) const {
  const Index3 depth = image_depth_[std::size_t(field)];
  if (box.empty() || !has_images(field)) return;
  const Index3& points = layout_.grid().points;
  if (depth[0] > 0) copy_ends_of_rows(array, box, points[0], depth[0]);
  if (depth[1] == 0 && depth[2] == 0) return;
  Box from = box, seen = box;  // images lie in `seen`
  from.lo[0] -= depth[0];
  from.hi[0] += depth[0];
  seen = from;
  for (int d = 1; d < 3; ++d) {
    if (depth[d] == 0) continue;
    seen.lo[d] = -depth[d];
    seen.hi[d] = points[d] + depth[d];
  }
  const int planes = image_count(2, depth[2]), rows = image_count(1, depth[1]);
  for (int n = 0; n < planes; ++n)
    for (int m = 0; m < rows; ++m) {
      if (n == 0 && m == 0) continue;
      const int z = image_place(n) * points[2], y = image_place(m) * points[1];
      const Box to = intersect(shift(from, {0, y, z}), seen);
      if (!to.empty()) copy_points(array, to, {0, -y, -z});
    }
}

}  // namespace cardon
