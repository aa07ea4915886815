// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/grid/thread_team.hpp>
#include <cardon/thorn/error.hpp>
#include <limits>
#include <numeric>

namespace cardon {
namespace {

constexpr std::ptrdiff_t line = 64 / sizeof(Real);    // values per cache line
constexpr std::ptrdiff_t page = 4096 / sizeof(Real);  // values after which cache sets repeat
// Cache lines between the page offsets of successive arrays: a third of a page, so that neighbours
// in number stay apart.
constexpr std::ptrdiff_t stagger = 21;

// Values of an array that one thread fills alone.
constexpr std::ptrdiff_t min_shared = 1 << 16;

std::ptrdiff_t whole_lines(std::ptrdiff_t values) { return (values + line - 1) / line * line; }
// Rows (planes) a whole number of pages apart would fall into the same cache sets.
std::ptrdiff_t off_page(std::ptrdiff_t values) {
  return values % page == 0 ? values + line : values;
}

std::ptrdiff_t array_start(std::ptrdiff_t from, int array) {
  const std::ptrdiff_t wanted = array * stagger * line % page;
  const std::ptrdiff_t start = from / page * page + wanted;
  return start < from ? start + page : start;
}

int count_arrays(const std::vector<GridFunction>& fields) {
  return std::accumulate(fields.begin(), fields.end(), 0,
                         [](int n, const GridFunction& field) { return n + field.arrays(); });
}

}  // namespace

BlockStorage::Shape BlockStorage::shape(const Box& owned, const Box& stored) {
  Shape s{};
  s.lead = whole_lines(owned.lo[0] - stored.lo[0]);
  s.pitch = off_page(s.lead + whole_lines(stored.hi[0] - owned.lo[0]));
  s.plane = off_page(s.pitch * stored.extent(1));
  s.total = s.plane * stored.extent(2);
  return s;
}

std::size_t BlockStorage::bytes_needed(const Box& owned, const Box& stored,
                                       const std::vector<GridFunction>& fields) {
  const Shape s = shape(owned, stored);
  std::ptrdiff_t end = 0;
  for (int a = 0; a < count_arrays(fields); ++a) end = array_start(end, a) + s.total;
  return std::size_t(end + line) * sizeof(Real);
}

std::size_t BlockStorage::slab_bytes(const Grid& grid, const Box& owned, const Box& stored) {
  const Shape s = shape(owned, stored);
  return std::size_t(grid.dimensions > 2 ? s.plane : s.pitch) * sizeof(Real);
}

BlockStorage::BlockStorage(const Grid& grid, const Box& owned, const Box& stored,
                           const std::vector<GridFunction>& fields, ThreadTeam* team)
    : stored_(stored), team_(team) {
  const Shape s = shape(owned, stored);
  total_ = s.total;
  slab_ = std::ptrdiff_t(slab_bytes(grid, owned, stored) / sizeof(Real));
  sy_ = grid.dimensions > 1 ? s.pitch : 0;
  sz_ = grid.dimensions > 2 ? s.plane : 0;
  for (const GridFunction& field : fields) {
    past_.push_back(field.past);
    first_.push_back(int(ring_.size()));
    for (int a = 0; a < field.arrays(); ++a) ring_.push_back(int(ring_.size()));
  }
  first_.push_back(int(ring_.size()));
  bytes_ = bytes_needed(owned, stored, fields);
  memory_ = std::make_unique<PageMemory>(bytes_);
  Real* values = reinterpret_cast<Real*>(memory_->data());
  const std::ptrdiff_t corner = s.lead - owned.lo[0] - stored.lo[1] * sy_ - stored.lo[2] * sz_;
  std::ptrdiff_t start = 0;
  for (int a = 0; a < arrays(); ++a, start += s.total) {
    start = array_start(start, a);
    arrays_.push_back({values + start, values + start + corner});
  }
}

int BlockStorage::array_number(int field, int level) const {
  const auto f = std::size_t(field);
  if (level > past_[f])
    throw Bug(fmt::format("level {} of grid function {} is not stored", level, field));
  return ring_[std::size_t(level < 0 ? first_[f + 1] - 1 : first_[f] + level)];
}

FieldArray BlockStorage::array(int field, int level) const {
  Array& array = arrays_[std::size_t(array_number(field, level))];
  need(array);
  array.asked = true;
  return {array.origin, sy_, sz_};
}

FieldArray BlockStorage::seen(int field, int level) const {
  if (in_use(field, level)) return array(field, level);
  unset_.resize(std::size_t(stored_.extent(0)), std::numeric_limits<Real>::quiet_NaN());
  return {unset_.data() - stored_.lo[0], 0, 0};
}

void BlockStorage::take(const std::vector<GridFunction>& fields) {
  for (const GridFunction& field : fields) {
    const auto f = std::size_t(field.id);
    for (int a = first_[f]; a < first_[f + 1]; ++a) need(arrays_[std::size_t(a)]);
  }
}

// Memory that nobody wrote to is not taken from the system, so arrays are filled when needed.
void BlockStorage::need(Array& array) const {
  if (!array.filled) fill(array.first);
  array.filled = true;
}

// Memory lies where it is touched first.
void BlockStorage::fill(Real* values) const {
  const auto from = [this](int part, int parts) { return total_ * part / parts; };
  const auto fill_part = [&](int part, int parts) {
    std::fill(values + from(part, parts), values + from(part + 1, parts),
              std::numeric_limits<Real>::quiet_NaN());
  };
  const int threads = threads_of(team_);
  if (threads == 1 || total_ < min_shared) return fill_part(0, 1);
  team_->share(threads, [&](int part, int) { fill_part(part, threads); });
}

void BlockStorage::rotate(int field) {
  const auto begin = ring_.begin() + first_[std::size_t(field)];
  const auto end = ring_.begin() + first_[std::size_t(field) + 1];
  std::rotate(begin, end - 1, end);
}

}  // namespace cardon
