// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/not_finite_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/grid/layout.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/host_names.hpp"
#include "scalars/unfit_scalar.hpp"
#include "schedule/texts.hpp"

namespace cardon {
namespace {

constexpr double huge_value = 1e100;  // its powers leave the range of numbers
constexpr std::size_t max_reads = 8;

bool is_huge(double value) { return std::abs(value) > huge_value; }

Box around(const Index3& index, const Index3& radius, const Box& within) {
  Box box;
  for (int d = 0; d < 3; ++d) {
    const auto n = std::size_t(d);
    box.lo[n] = std::max(index[n] - radius[n], within.lo[n]);
    box.hi[n] = std::min(index[n] + radius[n] + 1, within.hi[n]);
  }
  return box;
}

Box common(const Box& a, const Box& b) {
  Box box;
  for (std::size_t d = 0; d < 3; ++d) {
    box.lo[d] = std::max(a.lo[d], b.lo[d]);
    box.hi[d] = std::min(a.hi[d], b.hi[d]);
  }
  return box;
}

bool any_huge(const FieldArray& array, const Box& box) {
  for (int k = box.lo[2]; k < box.hi[2]; ++k)
    for (int j = box.lo[1]; j < box.hi[1]; ++j)
      for (int i = box.lo[0]; i < box.hi[0]; ++i)
        if (is_huge(array.row(j, k)[i])) return true;
  return false;
}

std::optional<NotFinite> first_in(const FieldArray& array, const Box& box) {
  if (box.empty()) return {};
  return find_not_finite(array.row(box.lo[1], box.lo[2]) + box.lo[0], box, array.sy, array.sz);
}

/// Boundary points that a boundary task fills; those that lie on other faces, too, may be left to
/// others.
std::vector<Box> filled_faces(const Grid& grid, const Task& task) {
  std::vector<Box> boxes;
  if (task.keeps_points) return boxes;
  Box all = grid.domain();
  for (std::size_t d = 0; d < 3; ++d) {
    if (!task.faces[d][0]) all.lo[d] += grid.faces[d][0].owned_layers;
    if (!task.faces[d][1]) all.hi[d] -= grid.faces[d][1].owned_layers;
  }
  for (std::size_t d = 0; d < 3; ++d)
    for (int side = 0; side < 2; ++side) {
      if (!task.faces[d][side]) continue;
      Box box = all;
      const int layers = grid.faces[d][side].owned_layers;
      side == 0 ? box.hi[d] = box.lo[d] + layers : box.lo[d] = box.hi[d] - layers;
      if (!box.empty()) boxes.push_back(box);
    }
  return boxes;
}

/// Whether what a task has read is gone: next levels may lie where the oldest one was.
bool is_overwritten(const Task& task, const Binding& read, const BlockStorage& storage) {
  const auto array = [&](const Binding& b) { return storage.array_number(b.field, b.level); };
  return std::any_of(task.bindings.begin(), task.bindings.end(), [&](const Binding& b) {
    return b.writes && b.field == read.field && array(b) == array(read);
  });
}

// Ranks count operations each on its own: plans of sites may have other exchanges.
nlohmann::json to_json(const NotFiniteOrigin& origin, long operation, bool after_scalar) {
  return {{"operation", operation},        {"after_scalar", after_scalar},
          {"task", origin.task},           {"field", origin.field},
          {"index", origin.index},         {"nan", std::isnan(origin.value)},
          {"cause", int(origin.cause)},    {"reads", origin.reads},
          {"of_scalar", origin.of_scalar}, {"help", origin.help}};
}

NotFiniteOrigin from_json(const nlohmann::json& json, int rank) {
  NotFiniteOrigin origin{.rank = rank, .task = json.at("task"), .field = json.at("field")};
  origin.index = json.at("index");
  origin.value = json.at("nan") ? std::nan("") : HUGE_VAL;
  origin.cause = NotFiniteOrigin::Cause(json.at("cause").get<int>());
  origin.reads = json.at("reads");
  origin.of_scalar = json.at("of_scalar");
  origin.help = json.at("help");
  return origin;
}

}  // namespace

std::vector<NotFiniteSearch::Written> NotFiniteSearch::written_by(const Task& task) const {
  std::vector<Written> all;
  if (task.kind == Task::boundary) {
    const bool rates = !task.rates.empty();
    for (const int field : rates ? task.rates : task.fields)
      all.push_back({field, rates ? 0 : task.level});
    return all;
  }
  for (const Binding& b : task.bindings)
    if (b.writes) all.push_back({b.field, b.level});
  return all;
}

void NotFiniteSearch::look_at(const plan::Operation& operation) {
  using Kind = plan::Operation::Kind;
  ++operations_;
  if (mine_ || (operation.kind != Kind::compute && operation.kind != Kind::boundary)) return;
  const Task& task = program_.tasks[std::size_t(operation.task)];
  const std::vector<Box> boxes = task.kind == Task::boundary
                                     ? filled_faces(program_.grid, task)
                                     : std::vector<Box>{points_of(program_.grid, task.region)};
  for (const Written& written : written_by(task))
    for (const Box& points : boxes) look_at(task, points, written);
}

void NotFiniteSearch::look_at(const Task& task, const Box& points, const Written& written) {
  for (const auto& [block, storage] : storage_.storages()) {
    if (!storage->in_use(written.field, written.level)) continue;
    const Box box = common(points, storage_.layout().owned(block));
    const auto found = first_in(storage->array(written.field, written.level), box);
    if (!found) continue;
    if (mine_ && !(mine_->field == written.field && precedes(found->index, mine_->index))) continue;
    mine_ = NotFiniteOrigin{.rank = transport_.rank(),
                            .task = task.id,
                            .field = written.field,
                            .index = found->index,
                            .value = found->value};
    found_at_ = operations_;
    explain(task, block);
  }
}

void NotFiniteSearch::explain(const Task& task, int block) {
  const BlockStorage& storage = *storage_.storages().at(block);
  for (const Binding& b : task.bindings) {
    if (!b.reads || !storage.in_use(b.field, b.level) || is_overwritten(task, b, storage)) continue;
    const FieldArray array = storage.array(b.field, b.level);
    const Box box = around(mine_->index, b.radius, storage.stored());
    const std::string name = level_text(program_.fields[std::size_t(b.field)].name, b.level);
    if (const auto bad = first_in(array, box)) {
      mine_->cause = NotFiniteOrigin::Cause::unwritten;
      mine_->reads = {fmt::format("{} is {} at point ({}, {}, {})", name, bad->value, bad->index[0],
                                  bad->index[1], bad->index[2])};
      return;
    }
    if (any_huge(array, box)) mine_->cause = NotFiniteOrigin::Cause::growth;
    if (mine_->reads.size() < max_reads)
      mine_->reads.push_back(fmt::format(
          "{} = {:.6g}", name, array.row(mine_->index[1], mine_->index[2])[mine_->index[0]]));
  }
  explain_scalars(task);
}

void NotFiniteSearch::explain_scalars(const Task& task) {
  for (const ScalarRead& read : task.reads_scalars) {
    const ReducedValue value = scalar_(read);
    const bool finite = std::isfinite(value.value);
    if (!finite || mine_->reads.size() < max_reads)
      mine_->reads.insert(finite ? mine_->reads.end() : mine_->reads.begin(),
                          fmt::format("{} = {:.6g}", read.declared, value.value));
    const auto unfit = unfit_scalar(program_, read, value);
    if (!unfit || mine_->cause == NotFiniteOrigin::Cause::scalar) continue;
    mine_->cause = NotFiniteOrigin::Cause::scalar;
    mine_->of_scalar = unfit->cause;
    mine_->help = unfit->help;
  }
}

std::optional<NotFiniteOrigin> NotFiniteSearch::conclude() {
  // Tasks of scalars run before the operation that was looked at.
  const std::optional<long> scalar_at = std::exchange(scalar_at_, {});
  const bool after_scalar = scalar_at && *scalar_at <= found_at_;
  const std::string text = mine_ ? to_json(*mine_, found_at_, after_scalar).dump() : "";
  operations_ = 0;
  mine_.reset();
  std::optional<NotFiniteOrigin> first;
  long operation = 0;
  bool first_after_scalar = false;
  const std::vector<std::string> all = gather_text(text, transport_);
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (all[rank].empty()) continue;
    const auto json = nlohmann::json::parse(all[rank]);
    const long at = json.at("operation");
    const NotFiniteOrigin found = from_json(json, int(rank));
    if (first && (at > operation || (at == operation && !precedes(found.index, first->index))))
      continue;
    first = found;
    operation = at;
    first_after_scalar = json.at("after_scalar");
  }
  return first_after_scalar ? std::nullopt : first;
}

}  // namespace cardon
