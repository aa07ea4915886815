// SPDX-License-Identifier: Apache-2.0
#include "scalars/scalar_reductions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>

#include "base/suggest.hpp"
#include "grid/scalar_task.hpp"
#include "scalars/reduction_kind.hpp"

namespace cardon {
namespace {

std::vector<Reduction> empty_parts(const std::vector<ScalarInfo>& scalars) {
  std::vector<Reduction> parts;
  for (const ScalarInfo& s : scalars)
    parts.emplace_back(std::vector<ReductionKind>{reduction_kind(s.kind)});
  return parts;
}

}  // namespace

ScalarReductions::ScalarReductions(const std::vector<ScalarInfo>& scalars) : scalars_(scalars) {}

void ScalarReductions::add_row(std::string_view thorn, std::string_view scalar,
                               std::span<const Real> row, const Index3& first, long step) {
  for (const ScalarInfo& s : scalars_) {
    if (s.name != scalar || s.thorn != thorn) continue;
    if (steps_ && steps_->has(s.id)) return steps_->add_row(s.id, row, first, step);
    return shares_.use([&](std::vector<Reduction>& parts) {
      if (parts.empty()) parts = empty_parts(scalars_);
      parts[std::size_t(s.id)].add_row(row.data(), int(row.size()), first);
    });
  }
  std::vector<std::string> names;
  for (const ScalarInfo& s : scalars_)
    if (s.thorn == thorn) names.push_back(s.name);
  throw Error(
      Problem{.slug = "schedule/unknown-scalar",
              .message = fmt::format("a task of {} reduces into unknown scalar {}", thorn, scalar),
              .hint = did_you_mean(scalar, names),
              .help = "declare it in the thorn, or correct its name"});
}

std::vector<std::byte> ScalarReductions::bytes_of(const std::vector<Reduction>& parts) {
  std::vector<std::byte> bytes;
  for (const Reduction& part : parts) {
    bytes.resize(bytes.size() + part.byte_size());
    part.to_bytes(bytes.data() + bytes.size() - part.byte_size());
  }
  return bytes;
}

void ScalarReductions::add_state(std::vector<Reduction>& parts, std::span<const std::byte> bytes) {
  const std::byte* in = bytes.data();
  for (Reduction& part : parts) {
    part.merge_bytes(in);
    in += part.byte_size();
  }
}

ReducedValue ScalarReductions::value(const ScalarRead& read, long step) const {
  const ScalarInfo& scalar = scalars_[std::size_t(read.scalar)];
  if (state_ && state_->has(read.scalar)) return as_seen(scalar, state_->value(read, step));
  if (!steps_) throw Bug("a scalar is read that is not reduced in steps");
  return as_seen(scalar, steps_->value(read, step));
}

void ScalarReductions::forget() {
  shares_.visit([](std::vector<Reduction>& parts) { parts.clear(); });
}

std::vector<Reduction> ScalarReductions::parts() const {
  std::vector<Reduction> all = empty_parts(scalars_);
  shares_.visit([&](const std::vector<Reduction>& parts) {
    for (std::size_t n = 0; n < parts.size(); ++n) all[n].merge(parts[n]);
  });
  return all;
}

std::vector<std::byte> ScalarReductions::state() const {
  std::vector<std::byte> bytes = bytes_of(parts());
  const auto append = [&](const std::vector<std::byte>& more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
  };
  if (steps_) append(steps_->state());
  if (state_) append(state_->state());
  return bytes;
}

std::size_t ScalarReductions::state_bytes() const {
  return part_bytes() + (steps_ ? steps_->state_bytes() : 0) + (state_ ? state_->state_bytes() : 0);
}

void ScalarReductions::restore(std::span<const std::byte> bytes, bool add, long step) {
  if (add)
    shares_.use([&](std::vector<Reduction>& parts) {
      if (parts.empty()) parts = empty_parts(scalars_);
      add_state(parts, bytes);
    });
  bytes = bytes.subspan(part_bytes());
  if (steps_) steps_->restore(bytes);
  if (state_) state_->restore(bytes.subspan(steps_ ? steps_->state_bytes() : 0), step);
}

std::size_t ScalarReductions::part_bytes() const {
  std::size_t bytes = 0;
  for (const Reduction& part : empty_parts(scalars_)) bytes += part.byte_size();
  return bytes;
}

void ScalarReductions::merge(std::span<std::byte> own, std::span<const std::byte> other) const {
  std::vector<Reduction> parts = empty_parts(scalars_);
  add_state(parts, own);
  add_state(parts, other);
  const std::vector<std::byte> merged = bytes_of(parts);
  std::copy(merged.begin(), merged.end(), own.begin());
}

Real ScalarReductions::value_of(const ScalarInfo& scalar, const Reduction& total) const {
  if (state_ && state_->has(scalar.id)) return state_->latest(scalar.id);
  if (steps_ && steps_->has(scalar.id)) return steps_->latest(scalar.id);
  return total.value(reduction_kind(scalar.kind));
}

std::vector<Real> ScalarReductions::combine(Transport& transport) {
  std::vector<Reduction> total = empty_parts(scalars_);
  for (const std::vector<std::byte>& theirs : transport.all_gather(bytes_of(parts())))
    add_state(total, theirs);
  std::vector<Real> values;
  if (steps_) steps_->settle();
  for (const ScalarInfo& s : scalars_) values.push_back(value_of(s, total[std::size_t(s.id)]));
  forget();
  return values;
}

}  // namespace cardon
