// SPDX-License-Identifier: Apache-2.0
#include "check/task_probe.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "grid/scalar_task.hpp"
#include "grid/task_call.hpp"

namespace cardon {
namespace {

/// Well spread in three directions for n = 0, 1, 2, ...: additive recurrence with the powers of the
/// plastic number.
Index3 scattered_point(const Box& region, int n) {
  constexpr std::array<double, 3> steps{0.8191725134, 0.6710436067, 0.5497004779};
  Index3 point = region.lo;
  for (std::size_t d = 0; d < 3; ++d) {
    const double share = 0.5 + (n + 1) * steps[d];
    point[d] += int((share - std::floor(share)) * region.extent(int(d)));
  }
  return point;
}

/// What a call has for an outcome in which the task refuses its values.
constexpr std::uint64_t refused = 0x7ff8'0000'dead'beef;

Index3 off_symmetry(const Box& region) {
  Index3 point = region.lo;
  for (int d = 0; d < 3; ++d) point[d] += (region.extent(d) * (5 + d)) / 16;
  return point;
}

/// The outermost points of one face after the other, then those next to them, and so on.
Index3 point_at_face(const Box& region, int dimensions, int n) {
  const int d = n / 2 % dimensions;
  const int layer = std::min(n / (2 * dimensions), region.extent(d) - 1);
  Index3 point = off_symmetry(region);
  point[d] = n % 2 == 0 ? region.lo[d] + layer : region.hi[d] - 1 - layer;
  return point;
}

/// The middle, a point off every symmetry, the lowest corner, then points at faces: thorns branch
/// on coordinates and on indices.
Index3 trial_point(const Box& region, int dimensions, int trial) {
  if (trial >= TaskProbe::first_scattered)
    return scattered_point(region, trial - TaskProbe::first_scattered);
  if (trial == 1) return off_symmetry(region);
  if (trial > 2) return point_at_face(region, dimensions, trial - 3);
  Index3 point = region.lo;
  for (int d = 0; trial == 0 && d < 3; ++d) point[d] += region.extent(d) / 2;
  return point;
}

/// Where point 0 is if point `index` is to have exactly the coordinate x.
std::optional<Real> origin_for(Real x, int index, Real spacing) {
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  const Real way = index * spacing, near = x - way;
  for (const Real origin : {near, std::nextafter(near, -infinity), std::nextafter(near, infinity)})
    if (origin + way == x) return origin;
  return {};
}

}  // namespace

void TaskProbe::Sink::add_row(std::string_view thorn, std::string_view scalar,
                              std::span<const Real> row, const Index3&, long) {
  names.insert(std::string(thorn) + "::" + std::string(scalar));
  values.insert(values.end(), row.begin(), row.end());
}

TaskProbe::TaskProbe(const Program& program, const ParameterSet& parameters, const Task& task,
                     const Index3& margin, const FaceLayer& face)
    : program_(program), task_(task), face_(face) {
  add_slots();
  for (int d = 0; d < program.grid.dimensions; ++d) {
    for (const Slot& slot : slots_) half_[d] = std::max(half_[d], slot.radius[d]);
    half_[d] += margin[d];
  }
  sy_ = program.grid.dimensions > 1 ? 2 * half_[0] + 1 : 0;
  sz_ = program.grid.dimensions > 2 ? sy_ * (2 * half_[1] + 1) : 0;
  for (int c = -half_[2]; c <= half_[2]; ++c)
    for (int b = -half_[1]; b <= half_[1]; ++b)
      for (int a = -half_[0]; a <= half_[0]; ++a) offsets_.push_back({a, b, c});
  cube_ = offsets_.size();
  // An unused cube at both ends keeps a wild offset inside the allocation.
  for (std::size_t s = 0; s < slots_.size(); ++s) slots_[s].start = (s + 1) * cube_;
  arrays_ = Arrays("probe", (slots_.size() + 2) * cube_);
  host_ = Kokkos::create_mirror_view(arrays_);
  context_.task = task.name;
  context_.thorn = task.thorn;
  context_.parameters = &parameters;
  context_.scalars = &sink_;
  context_.face = face_;
  for (const ScalarRead& read : task.reads_scalars)
    context_.values.push_back(
        {read.declared, read.lag,
         as_seen(program.scalars[std::size_t(read.scalar)], sink_.value(read, 0))});
  set_grid(program.grid, context_);
}

void TaskProbe::add_slots() {
  for (const Binding& b : task_.bindings) {
    auto slot = std::find_if(slots_.begin(), slots_.end(), [&](const Slot& s) {
      return s.field == b.field && s.level == b.level;
    });
    if (slot == slots_.end()) slot = slots_.insert(slot, Slot{b.field, b.level, &b});
    slot->reads = slot->reads || b.reads;
    slot->writes = slot->writes || b.writes;
    for (int d = 0; d < program_.grid.dimensions; ++d)
      if (face_.direction < 0 || face_.direction == d)  // boundaries read along the normal only
        slot->radius[d] = std::max(slot->radius[d], b.radius[d]);
  }
}

std::size_t TaskProbe::place(const Slot& slot, const Index3& offset) const {
  return slot.start + std::size_t(half_[0] + offset[0] + (half_[1] + offset[1]) * sy_ +
                                  (half_[2] + offset[2]) * sz_);
}

Index3 TaskProbe::offset(const Slot& slot, std::size_t place) const {
  return offsets_[place - slot.start];
}

void TaskProbe::arrange(int trial) {
  const Grid& grid = program_.grid;
  arrange_at(trial_point(points_of(grid, task_.region), grid.dimensions, trial), trial);
}

void TaskProbe::arrange_at(const Index3& point, int trial) {
  const Grid& grid = program_.grid;
  point_ = point;
  if (face_.direction >= 0) {
    const auto d = std::size_t(face_.direction);
    point_[d] = face_.upper ? grid.points[d] - 1 - face_.depth : face_.depth;
  }
  // Positive values, then both signs and both sizes, so that roots, switches and limiters show both
  // of their sides; further trials have fields of different sizes that vary little, such as a
  // pressure above its floor needs.
  refusals_are_outcomes_ = false;
  const bool signs = trial == 1 || trial == 2;
  plain_ = !signs;
  // Boundaries may begin to act at some time.
  const bool later = face_.direction >= 0 && trial >= first_scattered;
  steps_ = later ? std::exp2(Real(trial - first_scattered) / 2) : 1;
  const Real spread = trial == 0 ? 0.5 : 0.1;
  std::mt19937_64 random(1 + std::uint64_t(trial));
  std::uniform_real_distribution<Real> number(signs ? -1.0 : 1 - spread, signs ? 1.0 : 1 + spread);
  std::uniform_real_distribution<Real> size(0.1, 2.0);
  base_.resize(host_.size());
  for (Real& value : base_) value = number(random);
  if (trial > 2)
    for (const Slot& slot : slots_) {
      const Real scale = size(random);
      for (std::size_t n = 0; n < offsets_.size(); ++n) base_[slot.start + n] *= scale;
    }
  for (std::size_t n = 0; n < base_.size(); ++n) host_(n) = base_[n];
  bind();
}

void TaskProbe::bind() {
  const Grid& grid = program_.grid;
  Index3 stored = point_;
  for (std::size_t d = 0; d < 3; ++d) stored[d] -= shift_[d] + renumbered_[d];
  Box box{stored, {stored[0] + 1, stored[1] + 1, stored[2] + 1}};
  const Box region = points_of(grid, task_.region);
  for (int d = 0; d < grid.dimensions; ++d) {
    if (d == face_.direction) continue;
    if (below_[d] > 0) box.lo[d] = std::max(box.lo[d] - below_[d], region.lo[d]);
    if (above_[d] > 0) box.hi[d] = std::min(box.hi[d] + above_[d], region.hi[d]);
  }
  Frame frame = grid.frame(shift_);
  for (int d = 0; d < 3; ++d) frame.origin[d] = context_.origin[d];
  context_.pieces = {Piece{box, frame}};
  context_.owned = box;
  context_.dt = program_.dt;
  context_.implicit_step = task_.implicit_fraction * program_.dt;
  context_.time = (steps_ + task_.time_fraction) * program_.dt;
  context_.iteration = 1;
  context_.step = 2;
  context_.fields.clear();
  for (const Binding& b : task_.bindings) {
    const Slot& slot = *std::find_if(slots_.begin(), slots_.end(), [&](const Slot& s) {
      return s.field == b.field && s.level == b.level;
    });
    BoundField f;
    f.name = b.declared;
    f.level = b.declared_level;
    f.reads = b.reads;
    f.writes = b.writes;
    f.radius = widened_ ? half_ : b.radius;
    f.task = task_.name;
    f.values.sy = sy_;
    f.values.sz = sz_;
    f.values.origin =
        arrays_.data() + place(slot, {0, 0, 0}) - (stored[0] + stored[1] * sy_ + stored[2] * sz_);
    for (int d = 0; d < grid.dimensions; ++d) f.values.inverse_spacing[d] = 1 / grid.spacing[d];
    context_.fields.push_back(f);
  }
}

void TaskProbe::call(const Around& around) {
  sink_.values.clear();
  Kokkos::deep_copy(arrays_, host_);
  try {
    Block block(context_);
    around([&] { call_task(task_, block); });
  } catch (const Error& error) {
    if (widened_ || error.problems().front().slug != "schedule/stencil") throw;
    widened_ = true;
    bind();
    return call(around);
  }
  Kokkos::fence();
  Kokkos::deep_copy(host_, arrays_);
}

void TaskProbe::restore_written() {
  for (const Slot& slot : slots_)
    if (slot.writes) host_(place(slot, {0, 0, 0})) = base_[place(slot, {0, 0, 0})];
}

bool is_about_declaration(const Error& error) {
  return error.problems().front().slug.starts_with("schedule/");
}

TaskProbe::Outcome TaskProbe::run() {
  try {
    call();
  } catch (const Error& error) {
    if (!refusals_are_outcomes_ || is_about_declaration(error)) throw;
    return Outcome(slots_.size() + 1, refused);
  }
  Outcome outcome;
  for (const Slot& slot : slots_)
    if (slot.writes)
      outcome.push_back(std::bit_cast<std::uint64_t>(Real(host_(place(slot, {0, 0, 0})))));
  for (const Real value : sink_.values) outcome.push_back(std::bit_cast<std::uint64_t>(value));
  restore_written();
  return outcome;
}

TaskProbe::Outcome TaskProbe::run_beyond_faces() {
  const Grid& grid = program_.grid;
  for (std::size_t d = 0; d < std::size_t(grid.dimensions); ++d) shift_[d] = grid.points[d];
  bind();
  const Outcome outcome = run();
  shift_ = {0, 0, 0};
  bind();
  return outcome;
}

std::optional<TaskProbe::Outcome> TaskProbe::run_renumbered(int d, int by) {
  const Grid& grid = program_.grid;
  const auto n = std::size_t(d);
  const Real x = grid.coordinate(d, point_[n]);
  const std::optional<Real> origin = origin_for(x, point_[n] - by, grid.spacing[d]);
  if (!origin) return {};
  renumbered_[n] = by;
  context_.origin[d] = *origin;
  bind();
  const Outcome outcome = run();
  renumbered_ = {0, 0, 0};
  context_.origin = grid.origin;
  bind();
  return outcome;
}

TaskProbe::Outcome TaskProbe::run_with(const ParameterSet& parameters) {
  const ParameterSet* const mine = std::exchange(context_.parameters, &parameters);
  const Outcome outcome = run();
  context_.parameters = mine;
  return outcome;
}

long TaskProbe::bind_region(const Index3& below, const Index3& above) {
  below_ = below;
  above_ = above;
  bind();
  return context_.owned.points();
}

TaskProbe::Outcome TaskProbe::run_in_region() {
  const auto leave_region = [this] {
    bind_region({0, 0, 0}, {0, 0, 0});
    for (std::size_t n = 0; n < base_.size(); ++n) host_(n) = base_[n];
  };
  bind_region({1, 1, 1}, {1, 1, 1});
  Outcome outcome;
  try {
    outcome = run();
  } catch (const Error&) {
    leave_region();
    throw;
  }
  leave_region();
  outcome.resize(std::size_t(
      std::count_if(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.writes; })));
  return outcome;
}

TaskProbe::Outcome TaskProbe::run_with(std::size_t place, Real value) {
  host_(place) = value;
  Outcome outcome = run();
  host_(place) = base_[place];
  return outcome;
}

bool TaskProbe::leaves_alone(const Slot& slot) {
  std::size_t position = 0;  // in the outcome
  for (const Slot* s = slots_.data(); s != &slot; ++s) position += s->writes ? 1 : 0;
  const std::size_t centre = place(slot, {0, 0, 0});
  for (const Real other : {0.125, -7.0})
    if (run_with(centre, other)[position] != std::bit_cast<std::uint64_t>(other)) return false;
  return true;
}

bool TaskProbe::depends(const std::vector<std::size_t>& places, const Outcome& expected) {
  // Comparisons and limiters swallow NaN; plain numbers may cancel or be cut off; small changes
  // leave branches as they are. One of the three shows.
  for (const std::size_t place : places) host_(place) = std::numeric_limits<Real>::quiet_NaN();
  bool differs = run() != expected;
  std::minstd_rand random(7);
  std::uniform_real_distribution<Real> number(-2.0, 2.0);
  for (const std::size_t place : places) host_(place) = number(random);
  differs = differs || run() != expected;
  for (const std::size_t place : places) host_(place) = 1.01 * base_[place];
  differs = differs || run() != expected;
  for (const std::size_t place : places) host_(place) = base_[place];
  return differs;
}

std::vector<std::size_t> TaskProbe::strayed() {
  std::vector<std::size_t> places;
  call();
  restore_written();
  for (std::size_t n = 0; n < base_.size(); ++n)
    if (std::bit_cast<std::uint64_t>(Real(host_(n))) != std::bit_cast<std::uint64_t>(base_[n])) {
      places.push_back(n);
      host_(n) = base_[n];
    }
  return places;
}

}  // namespace cardon
