// SPDX-License-Identifier: Apache-2.0
#include "loop/scalar_reductions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.hpp"
#include "cardon/thorn/error.hpp"

namespace cardon {
namespace {

ReductionKind kind_of(Reduce reduce) {
  switch (reduce) {
    case Reduce::mean:
      return ReductionKind::mean;
    case Reduce::min:
      return ReductionKind::min;
    case Reduce::max:
      return ReductionKind::max;
    case Reduce::sum:
      break;
  }
  return ReductionKind::sum;
}

std::vector<Reduction> empty_parts(const std::vector<ScalarInfo>& scalars) {
  std::vector<Reduction> parts;
  for (const ScalarInfo& s : scalars)
    parts.emplace_back(std::vector<ReductionKind>{kind_of(s.kind)});
  return parts;
}

}  // namespace

ScalarReductions::ScalarReductions(const std::vector<ScalarInfo>& scalars)
    : scalars_(scalars), parts_(empty_parts(scalars)) {}

void ScalarReductions::add_row(std::string_view thorn, std::string_view scalar,
                               std::span<const Real> row, const Index3& first) {
  for (const ScalarInfo& s : scalars_)
    if (s.name == scalar && s.thorn == thorn)
      return parts_[std::size_t(s.id)].add_row(row.data(), int(row.size()), first);
  std::vector<std::string> names;
  for (const ScalarInfo& s : scalars_)
    if (s.thorn == thorn) names.push_back(s.name);
  throw Error(
      Problem{.slug = "schedule/unknown-scalar",
              .message = fmt::format("a task of {} reduces into unknown scalar {}", thorn, scalar),
              .hint = did_you_mean(scalar, names),
              .help = "declare it with thorn.scalars, or correct its name"});
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

std::vector<std::byte> ScalarReductions::state() const { return bytes_of(parts_); }

std::size_t ScalarReductions::state_bytes() const {
  std::size_t bytes = 0;
  for (const Reduction& part : parts_) bytes += part.byte_size();
  return bytes;
}

void ScalarReductions::merge(std::span<std::byte> own, std::span<const std::byte> other) const {
  std::vector<Reduction> parts = empty_parts(scalars_);
  add_state(parts, own);
  add_state(parts, other);
  const std::vector<std::byte> merged = bytes_of(parts);
  std::copy(merged.begin(), merged.end(), own.begin());
}

std::vector<Real> ScalarReductions::combine(Transport& transport) {
  std::vector<Reduction> total = empty_parts(scalars_);
  for (const std::vector<std::byte>& theirs : transport.all_gather(state()))
    add_state(total, theirs);
  std::vector<Real> values;
  for (const ScalarInfo& s : scalars_)
    values.push_back(total[std::size_t(s.id)].value(kind_of(s.kind)));
  parts_ = empty_parts(scalars_);
  return values;
}

}  // namespace cardon
