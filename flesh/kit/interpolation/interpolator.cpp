// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cardon/kit/grid_place.hpp>
#include <cardon/kit/interpolation/interpolation_checks.hpp>
#include <cardon/kit/interpolation/interpolator.hpp>
#include <cardon/thorn/error.hpp>
#include <optional>
#include <utility>

#include "interpolation/interpolation_plan.hpp"

namespace cardon {
namespace {

using Buffers = std::map<int, std::vector<Real>>;  // by rank

void check(const Grid& grid, const std::vector<Vec3>& points, int order) {
  std::vector<Problem> problems;
  check_order(grid, order, {}, problems);
  for (std::size_t n = 0; n < points.size(); ++n)
    check_inside(grid, points[n], fmt::format("point {}", n + 1), {}, problems);
  if (!problems.empty()) throw Error(problems);
}

const FieldPiece& piece_of(const FieldView& view, const Box& box) {
  for (const FieldPiece& piece : view.pieces)
    if (piece.box == box) return piece;
  throw Bug("interpolation: the pieces of a field are not the blocks of its rank");
}

// Values of owned points one after the other.
void pack(const FieldView& view, const InterpolationPlan& plan,
          const InterpolationPlan::Parts& parts, const std::vector<PointStencil>& stencils,
          std::vector<Real>& out) {
  for (const StencilPart& part : parts) {
    const FieldPiece& piece = piece_of(view, plan.box(part.block));
    part.for_each(stencils[std::size_t(part.target)],
                  [&](int, const Index3& at) { out.push_back(piece.row(at[1], at[2])[at[0]]); });
  }
}

// Receives from and sends to several ranks at once.
void exchange(Transport& transport, int tag, const Buffers& sends, Buffers& receives) {
  std::vector<Transport::Request> requests;
  for (auto& [rank, buffer] : receives)
    requests.push_back(
        transport.post_receive(rank, tag, std::as_writable_bytes(std::span(buffer))));
  for (const auto& [rank, buffer] : sends)
    requests.push_back(transport.send(rank, tag, std::as_bytes(std::span(buffer))));
  transport.wait(requests);
}

}  // namespace

class Interpolator::Work {
 public:
  Work(const Grid& grid, const std::vector<Vec3>& points, int order, int derivatives) {
    check(grid, points, order);
    for (const Vec3& point : points) stencils_.emplace_back(grid, point, order);
    add_quantity("", {0, 0, 0});
    for (int a = 0; derivatives > 0 && a < grid.dimensions; ++a) add_derivative({a});
    for (int a = 0; derivatives > 1 && a < grid.dimensions; ++a)
      for (int b = a; b < grid.dimensions; ++b) add_derivative({a, b});
  }

  int points() const { return int(stencils_.size()); }
  const std::vector<std::string>& quantities() const { return names_; }

  std::vector<Real> values(const Snapshot& snapshot) {
    if (snapshot.fields.empty()) return {};
    renew_plan(snapshot);
    const Buffers neighbours = neighbour_values(snapshot);
    const std::vector<Real> own = evaluate(snapshot, neighbours);
    return collect(*snapshot.transport, own, snapshot.fields.size());
  }

 private:
  void add_derivative(const std::vector<int>& directions) {
    std::string name = "d";
    Index3 order{0, 0, 0};
    for (const int d : directions) {
      name += axis_name(d);
      ++order[std::size_t(d)];
    }
    add_quantity(name, order);
  }

  void add_quantity(const std::string& name, const Index3& order) {
    names_.push_back(name);
    orders_.push_back(order);
  }

  void renew_plan(const Snapshot& snapshot) {
    if (snapshot.decomposition == nullptr) throw Bug("interpolation: the blocks are not known");
    if (!plan_ || !plan_->suits(*snapshot.decomposition))
      plan_.emplace(stencils_, *snapshot.decomposition, snapshot.transport->rank());
  }

  // By sender: [field][part][point].
  Buffers neighbour_values(const Snapshot& snapshot) const {
    Buffers sends, receives;
    for (const auto& [rank, parts] : plan_->sends())
      for (const FieldView& view : snapshot.fields)
        pack(view, *plan_, parts, stencils_, sends[rank]);
    for (const auto& [rank, parts] : plan_->receives()) {
      std::size_t points = 0;
      for (const StencilPart& part : parts)
        part.for_each(stencils_[std::size_t(part.target)], [&](int, const Index3&) { ++points; });
      receives[rank].resize(points * snapshot.fields.size());
    }
    exchange(*snapshot.transport, tags[0], sends, receives);
    return receives;
  }

  // [field][target of this rank][quantity]
  std::vector<Real> evaluate(const Snapshot& snapshot, const Buffers& neighbours) const {
    std::vector<Real> result;
    const std::vector<int>& targets = plan_->own_targets();
    if (targets.empty()) return result;
    std::map<int, const Real*> from;
    for (const auto& [rank, buffer] : neighbours) from[rank] = buffer.data();
    const auto size = std::size_t(stencils_.front().points());
    std::vector<std::size_t> place(stencils_.size());
    for (std::size_t n = 0; n < targets.size(); ++n) place[std::size_t(targets[n])] = n * size;
    std::vector<Real> values(targets.size() * size);
    for (const FieldView& view : snapshot.fields) {
      std::vector<Real> own;
      pack(view, *plan_, plan_->own(), stencils_, own);
      const Real* own_values = own.data();
      spread(plan_->own(), own_values, place, values);
      for (const auto& [rank, parts] : plan_->receives()) spread(parts, from[rank], place, values);
      for (std::size_t n = 0; n < targets.size(); ++n)
        for (const Index3& order : orders_)
          result.push_back(stencils_[std::size_t(targets[n])].sum(values.data() + n * size, order));
    }
    return result;
  }

  // Packed values to their places in the stencils; `from` continues.
  void spread(const InterpolationPlan::Parts& parts, const Real*& from,
              const std::vector<std::size_t>& place, std::vector<Real>& values) const {
    for (const StencilPart& part : parts) {
      const auto target = std::size_t(part.target);
      part.for_each(stencils_[target], [&](int number, const Index3&) {
        values[place[target] + std::size_t(number)] = *from++;
      });
    }
  }

  std::vector<Real> collect(Transport& transport, const std::vector<Real>& own,
                            std::size_t fields) const {
    Buffers sends, receives;
    if (transport.rank() != 0) {
      if (!own.empty()) sends[0] = own;
      exchange(transport, tags[1], sends, receives);
      return {};
    }
    for (const auto& [rank, targets] : plan_->targets())
      if (rank != 0) receives[rank].resize(targets.size() * fields * orders_.size());
    exchange(transport, tags[1], sends, receives);
    receives[0] = own;
    std::vector<Real> all(fields * orders_.size() * stencils_.size());
    for (const auto& [rank, targets] : plan_->targets()) {
      const Real* from = receives[rank].data();
      for (std::size_t field = 0; field < fields; ++field)
        for (const int target : targets)
          for (std::size_t q = 0; q < orders_.size(); ++q)
            all[(field * orders_.size() + q) * stencils_.size() + std::size_t(target)] = *from++;
    }
    return all;
  }

  std::vector<PointStencil> stencils_;
  std::vector<std::string> names_;
  std::vector<Index3> orders_;  // of derivatives, by quantity
  std::optional<InterpolationPlan> plan_;
};

Interpolator::Interpolator(const Grid& grid, const std::vector<Vec3>& points, int order,
                           int derivatives)
    : work_(std::make_unique<Work>(grid, points, order, derivatives)) {}
Interpolator::~Interpolator() = default;
Interpolator::Interpolator(Interpolator&&) noexcept = default;
Interpolator& Interpolator::operator=(Interpolator&&) noexcept = default;

int Interpolator::points() const { return work_->points(); }
const std::vector<std::string>& Interpolator::quantities() const { return work_->quantities(); }
std::vector<Real> Interpolator::values(const Snapshot& snapshot) { return work_->values(snapshot); }

}  // namespace cardon
